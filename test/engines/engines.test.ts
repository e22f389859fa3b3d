import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { scaled } from "../night.js";
import { start } from "./processes.js";
import { ownPostgres, ownRedis } from "./shared.js";
import {
  type Engine,
  newPath,
  testContention,
  testKilledWriters,
  testMessages,
  testVault,
  useFolder,
} from "./suites.js";

/** Real engines under several processes. */

useFolder();

const node = (): string => process.execPath;
// In PostgreSQL every operation is a transaction between processes, which takes longer.
const sqlite: Engine = {
  ...{ name: "sqlite", node, newPlace: newPath, operations: scaled(6_000, 100_000) },
};
const redis: Engine = {
  ...{ name: "redis", node, newPlace: ownRedis, operations: scaled(3_000, 100_000) },
};
const postgres: Engine = {
  ...{ name: "postgres", node, newPlace: ownPostgres, operations: scaled(1_500, 40_000) },
};

for (const engine of [sqlite, redis, postgres]) {
  testContention(engine);
  testVault(engine);
}
for (const engine of [sqlite, redis, postgres, { ...postgres, name: "postgres, polling" }])
  testMessages(engine);
testKilledWriters(sqlite);

describe("openSqliteStore", () => {
  const opened = `${JSON.stringify({ value: "v", mode: "600" })}\nclosed\n`;

  it("uses node:sqlite where Node has it, and a file for this user alone", async () => {
    const later = fileURLToPath(new URL("with-sqlite.mjs", import.meta.url));
    const args = { path: newPath() };
    expect(await start(node(), "open-by-path.mjs", args, ["--import", later]).done).toBe(opened);
  });

  it("says what to install where there is no engine", async () => {
    // Where Node has an engine of its own, it is to do without.
    const bare =
      process.getBuiltinModule?.("node:sqlite") === undefined ? [] : ["--no-experimental-sqlite"];
    const { done } = start(node(), "open-by-path.mjs", { path: newPath() }, bare);
    await expect(done).rejects.toThrow(/ERR_MIDCALL_STORE_ENGINE/);
    await expect(done).rejects.toThrow(/npm install better-sqlite3/);
  });
});
