import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMemoryStore } from "midcall/store";
import { storeContract } from "midcall/store/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contend } from "./contention.js";
import { installEngines } from "./install.mjs";
import { type PostgresServer, startPostgresServer } from "./postgres-server.mjs";
import { firstOutput, start, type Running } from "./processes.js";
import { startRedisServer, type RedisServer } from "./redis-server.mjs";

/** Real engines under several processes, on the build. */

let node22: string;
let betterSqlite3: string;
let folder: string;
let redis: RedisServer;
let postgres: PostgresServer;
beforeAll(async () => {
  ({ node: node22, betterSqlite3 } = await installEngines());
  folder = await mkdtemp(join(tmpdir(), "midcall-engines-"));
  redis = await startRedisServer();
  postgres = await startPostgresServer();
}, 600_000);
afterAll(async () => {
  await redis?.stop();
  await postgres?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

let made = 0;
const newPath = (): string => join(folder, `${++made}.db`);
const nodeOf = (engine: string): string => (engine === "node:sqlite" ? node22 : process.execPath);
function placeOf(engine: string): string {
  if (engine === "redis") return redis.url;
  return engine.startsWith("postgres") ? postgres.url : newPath();
}

describe("node:sqlite fulfils the contract", () => {
  const results = new Map<string, string | undefined>();
  beforeAll(async () => {
    const output = await start(node22, "contract-run.mjs", { engine: "node:sqlite", folder }).done;
    for (const line of output.trim().split("\n")) {
      const { name, failure } = JSON.parse(line) as { name: string; failure?: string };
      results.set(name, failure);
    }
  }, 120_000);
  const names = storeContract({ create: () => createMemoryStore() }).map(({ name }) => name);
  it.each(names)("%s", (name) => {
    expect(results.has(name)).toBe(true);
    expect(results.get(name)).toBeUndefined();
  });
});

const ENGINES = ["node:sqlite", "better-sqlite3", "redis", "postgres"];

describe.each(ENGINES)("8 processes on %s", (engine) => {
  // In PostgreSQL every operation is a transaction between processes, which takes longer.
  const operations = engine === "postgres" ? 40_000 : 100_000;

  it(`lose and double nothing in ${operations} operations`, async () => {
    const place = placeOf(engine);
    const tally = await contend({ node: nodeOf(engine), engine, place, processes: 8, operations });
    expect(tally).toMatchObject({ doubled: 0, lost: 0, invented: 0 });
    expect(tally.operations).toBeGreaterThanOrEqual(operations);
    expect(tally.put).toBeGreaterThan(operations / 10);
    expect(tally.taken).toBe(tally.put);
  }, 240_000);

  it.each(["take in two steps", "put in two steps"])(
    "are caught when they %s",
    async (fault) => {
      const place = placeOf(engine);
      const contention = { node: nodeOf(engine), engine, place, processes: 8, operations: 20_000 };
      const { doubled, lost } = await contend({ ...contention, fault });
      expect(doubled + lost).toBeGreaterThan(0);
    },
    240_000,
  );
});

describe.each(["node:sqlite", "better-sqlite3"])("%s", (engine) => {
  // What SIGKILL shows is that nothing is acknowledged before the system has it. Whether the system loses it in a power
  // cut, which is what "synchronous" is about, cannot be seen this way.
  it("loses no acknowledged write to SIGKILL, at 60 random moments", async () => {
    const { kills, due, wrong, integrity } = await killWriters(engine, 30);
    expect({ wrong, integrity }).toEqual({ wrong: [], integrity: "ok" });
    expect(kills).toBe(60);
    expect(due).toBeGreaterThan(kills * 5);
  }, 180_000);

  it("is caught when it acknowledges early", async () => {
    const { wrong } = await killWriters(engine, 5, "acknowledge early");
    expect(wrong.length).toBeGreaterThan(0);
  }, 60_000);
});

interface Survival {
  readonly kills: number;
  /** Acknowledged lines that were looked up. */
  readonly due: number;
  /** Those of them that are not true of the database. */
  readonly wrong: readonly string[];
  readonly integrity: string;
}

/** Kills two writers a round, one after the other, so that one dies while the other is writing. */
async function killWriters(engine: string, rounds: number, fault?: string): Promise<Survival> {
  const place = newPath();
  const acknowledged: string[] = [];
  let kills = 0;
  for (let round = 0; round < rounds; round++) {
    const writers: Running[] = [0, 1].map((n) =>
      start(nodeOf(engine), "crash-worker.mjs", { engine, place, fault, worker: `${round}.${n}` }),
    );
    await Promise.all(writers.map((writer) => firstOutput(writer)));
    for (const { kill } of writers) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      await kill();
      kills += 1;
    }
    // A line that was cut was not acknowledged.
    for (const { output } of writers) acknowledged.push(...output().split("\n").slice(0, -1));
  }
  // Of what was to be taken nobody knows whether it still was, unless that was acknowledged too.
  const due = acknowledged.filter((line) => line.startsWith("t ") || isKept(line));
  const check = start(nodeOf(engine), "check-survivors.mjs", { engine, place });
  check.child.stdin.end(due.join("\n"));
  const found = JSON.parse(await check.done) as Pick<Survival, "wrong" | "integrity">;
  return { ...found, kills, due: due.length };
}

/** The writers take even numbers again, and leave odd ones. */
function isKept(line: string): boolean {
  return Number(line.split(".").at(-1)) % 2 === 1;
}

describe.each(ENGINES)("8 processes with one vault on %s", (engine) => {
  it("lose no name, no value and no key, while keys are renewed", async () => {
    const node = nodeOf(engine);
    const place = placeOf(engine);
    const names = 20;
    const workers = Array.from({ length: 8 }, (_, worker) =>
      start(node, "vault-worker.mjs", { engine, place, worker, names }),
    );
    await Promise.all(workers.map(({ done }) => done));
    const output = await start(node, "vault-worker.mjs", { engine, place, tell: true }).done;
    const { failed, entries } = JSON.parse(output) as { failed: number; entries: string[][] };
    expect(failed).toBe(0);
    expect(entries).toHaveLength(8 * names + 1);
    for (const [name, value] of entries)
      expect(value).toMatch(name === "shared" ? /^by \d$/ : new RegExp(`^of ${name!}$`));
  }, 120_000);
});

describe.each([...ENGINES, "postgres, polling"])("a message on %s", (engine) => {
  it("reaches another process soon, once and in order", async () => {
    const node = nodeOf(engine);
    const place = placeOf(engine);
    const listener = start(node, "listen-worker.mjs", { engine, place, count: 200 });
    await firstOutput(listener);
    await start(node, "publish-worker.mjs", { engine, place, count: 200 }).done;
    const heard = JSON.parse((await listener.done).split("\n")[1]!) as [number, number][];
    expect(heard.map(([number]) => number)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    const times = heard.map(([, ms]) => ms).sort((a, b) => a - b);
    // 25 ms between looks; the rest is what a busy machine adds.
    expect(times[100]).toBeLessThan(1000);
  }, 60_000);
});

describe("openSqliteStore", () => {
  /** Where Node has an engine of its own, it is to do without. */
  const bare =
    process.getBuiltinModule?.("node:sqlite") === undefined ? [] : ["--no-experimental-sqlite"];
  const opened = `${JSON.stringify({ value: "v", mode: "600" })}\nclosed\n`;

  it("uses node:sqlite where Node has it, and a file for this user alone", async () => {
    expect(await start(node22, "open-by-path.mjs", { path: newPath() }).done).toBe(opened);
  });

  it("uses better-sqlite3 where that is installed", async () => {
    const modules = join(folder, "app/node_modules");
    const library = fileURLToPath(new URL("../../packages/midcall/", import.meta.url));
    await mkdir(modules, { recursive: true });
    for (const part of ["package.json", "dist"])
      await cp(join(library, part), join(modules, "midcall", part), { recursive: true });
    await symlink(betterSqlite3, join(modules, "better-sqlite3"));
    const script = join(folder, "app/open.mjs");
    await cp(fileURLToPath(new URL("open-by-path.mjs", import.meta.url)), script);
    const address = pathToFileURL(script).href;
    const { done } = start(process.execPath, address, { path: newPath() }, bare);
    expect(await done).toBe(opened);
  });

  it("says what to install where there is no engine", async () => {
    const { done } = start(process.execPath, "open-by-path.mjs", { path: newPath() }, bare);
    await expect(done).rejects.toThrow(/ERR_MIDCALL_STORE_ENGINE/);
    await expect(done).rejects.toThrow(/npm install better-sqlite3/);
  });
});
