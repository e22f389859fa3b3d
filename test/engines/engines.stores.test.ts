import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMemoryStore } from "midcall/store";
import { storeContract } from "midcall/store/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../night.js";
import { installEngines } from "./install.mjs";
import { start } from "./processes.js";
import {
  newPath,
  testContention,
  testKilledWriters,
  testMessages,
  testVault,
  useFolder,
} from "./suites.js";

/** The engines of SQLite that are installed for the tests: that of Node 22, and better-sqlite3. */

useFolder();
let node22: string;
let betterSqlite3: string;
beforeAll(async () => {
  ({ node: node22, betterSqlite3 } = await installEngines());
});

describe("node:sqlite fulfils the contract", () => {
  const results = new Map<string, string | undefined>();
  beforeAll(async () => {
    const output = await start(node22, "contract-run.mjs", {
      ...{ engine: "node:sqlite", place: newPath() },
    }).done;
    for (const line of output.trim().split("\n")) {
      const { name, failure } = JSON.parse(line) as { name: string; failure?: string };
      results.set(name, failure);
    }
  });
  const names = storeContract({ create: () => createMemoryStore() }).map(({ name }) => name);
  it.each(names)("%s", (name) => {
    expect(results.has(name)).toBe(true);
    expect(results.get(name)).toBeUndefined();
  });
});

for (const name of ["node:sqlite", "better-sqlite3"]) {
  const engine = {
    name,
    node: () => (name === "node:sqlite" ? node22 : process.execPath),
    newPlace: newPath,
    operations: scaled(6_000, 100_000),
  };
  testContention(engine);
  testVault(engine);
  testMessages(engine);
  testKilledWriters(engine);
}

describe("openSqliteStore", () => {
  const opened = `${JSON.stringify({ value: "v", mode: "600" })}\nclosed\n`;

  it("uses node:sqlite of a Node that has it, and a file for this user alone", async () => {
    expect(await start(node22, "open-by-path.mjs", { path: newPath() }).done).toBe(opened);
  });

  it("uses better-sqlite3 where that is installed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "midcall-app-"));
    try {
      const modules = join(folder, "node_modules");
      const library = fileURLToPath(new URL("../../packages/midcall/", import.meta.url));
      await mkdir(modules, { recursive: true });
      for (const part of ["package.json", "dist"])
        await cp(join(library, part), join(modules, "midcall", part), { recursive: true });
      await symlink(betterSqlite3, join(modules, "better-sqlite3"));
      const script = join(folder, "open.mjs");
      await cp(fileURLToPath(new URL("open-by-path.mjs", import.meta.url)), script);
      const address = pathToFileURL(script).href;
      const bare =
        process.getBuiltinModule?.("node:sqlite") === undefined ? [] : ["--no-experimental-sqlite"];
      expect(await start(process.execPath, address, { path: newPath() }, bare).done).toBe(opened);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
