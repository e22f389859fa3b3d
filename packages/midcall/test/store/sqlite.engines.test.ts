import { createRequire } from "node:module";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "midcall/store/contract";
import { createSqliteStore, type SqliteStore } from "midcall/store/sqlite";
import { type SqliteDatabase } from "../../src/store/sqlite/database.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installEngines } from "../../../../test/engines/install.mjs";

/** The engine of this Node is better-sqlite3; test/engines tries node:sqlite in a later Node, with the same contract. */
interface Engine extends SqliteDatabase {
  pragma(text: string): unknown;
}
let Database: new (path: string, options?: { timeout: number }) => Engine;
let folder: string;
beforeAll(async () => {
  const { betterSqlite3 } = await installEngines();
  Database = createRequire(import.meta.url)(betterSqlite3) as typeof Database;
  folder = await mkdtemp(join(tmpdir(), "midcall-sqlite-"));
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** For what comes by itself, on a machine with other things to do. */
const patience = { interval: 2, timeout: 10_000 };
let made = 0;
const newPath = (): string => join(folder, `${++made}.db`);
const opened = new Map<unknown, { path: string; close: () => Promise<void> }>();
function open(path: string, options: { now?: () => number; pollMs?: number } = {}): SqliteStore {
  const database = new Database(path, { timeout: 5 });
  const store = createSqliteStore({ database, pollMs: 5, synchronous: "normal", ...options });
  opened.set(store, {
    path,
    close: async () => {
      await store.close();
      database.close();
    },
  });
  return store;
}
const close = (store: unknown): Promise<void> => opened.get(store)!.close();

describe("sqliteStore fulfils the contract", () => {
  let time = 1_000_000;
  const now = (): number => time;
  const cases = storeContract({
    create: () => open(newPath(), { now }),
    connect: (store) => open(opened.get(store)!.path, { now }),
    close,
    elapse: (ms) => void (time += ms),
  });
  it.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => run());
});

describe("sqliteStore in memory fulfils the contract on the real clock", () => {
  const cases = storeContract({ create: () => open(":memory:"), close });
  it.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => run());
});

describe("sqliteStore", () => {
  it("keeps its data, and its times, when it is opened again", async () => {
    const path = newPath();
    let time = 0;
    const now = (): number => time;
    const first = open(path, { now });
    await first.put("k", "v");
    await first.put("short", "v", { ttlMs: 10 });
    await close(first);
    const again = open(path, { now });
    expect([await again.get("k"), await again.get("short")]).toEqual(["v", "v"]);
    time = 10;
    expect([await again.get("k"), await again.get("short")]).toEqual(["v", undefined]);
    await close(again);
  });

  it("acknowledges no write whose commit fails, as on a full disk", async () => {
    const database = new Database(newPath());
    const store = createSqliteStore({ database });
    await store.put("there", "v");
    // What is only noticed at the end of a statement: here a reference to what is not there, elsewhere a disk without room.
    database.exec(`
      CREATE TABLE missing (id INTEGER PRIMARY KEY);
      CREATE TABLE late (id REFERENCES missing DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER on_write AFTER INSERT ON midcall_values BEGIN INSERT INTO late VALUES (1); END;
      CREATE TRIGGER on_take AFTER DELETE ON midcall_values BEGIN INSERT INTO late VALUES (1); END;
      CREATE TRIGGER on_send AFTER INSERT ON midcall_messages BEGIN INSERT INTO late VALUES (1); END;`);
    await expect(store.put("k", "v")).rejects.toThrow(/FOREIGN KEY/);
    await expect(store.putIfAbsent("k", "v")).rejects.toThrow(/FOREIGN KEY/);
    await expect(store.take("there")).rejects.toThrow(/FOREIGN KEY/);
    await expect(store.delete("there")).rejects.toThrow(/FOREIGN KEY/);
    await expect(store.publish("c", "m")).rejects.toThrow(/FOREIGN KEY/);
    expect([await store.get("k"), await store.get("there")]).toEqual([undefined, "v"]);
    await store.close();
    database.close();
  });

  it("keeps a text that begins with a byte order mark", async () => {
    const store = open(newPath());
    await store.put("\uFEFFk", "\uFEFFv");
    expect(await store.get("\uFEFFk")).toBe("\uFEFFv");
    expect(await store.get("k")).toBeUndefined();
    await close(store);
  });

  it("makes its tables once, however many begin at once", async () => {
    for (let round = 0; round < 10; round++) {
      const path = newPath();
      const stores = Array.from({ length: 8 }, () => open(path));
      const won = await Promise.all(stores.map((store, n) => store.putIfAbsent("k", String(n))));
      expect(won.filter(Boolean)).toHaveLength(1);
      await Promise.all(stores.map(close));
    }
  });

  it("waits for another writer without holding up the event loop", async () => {
    const path = newPath();
    const store = open(path);
    await store.put("k", "v");
    const other = new Database(path);
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const watch = setInterval(() => (turns += 1), 1);
    let isOver = false;
    const writing = store.put("k", "w").finally(() => (isOver = true));
    await expect.poll(() => turns, patience).toBeGreaterThan(5);
    // Waiting inside SQLite, it would have given up before the event loop made any turn.
    expect(isOver).toBe(false);
    expect(await store.get("k")).toBe("v");
    other.exec("COMMIT");
    await writing;
    clearInterval(watch);
    expect(await store.get("k")).toBe("w");
    other.close();
    await close(store);
  });

  it("gives up on a writer that never ends, and says so", async () => {
    const path = newPath();
    const database = new Database(path, { timeout: 0 });
    const store = createSqliteStore({ database, busyTimeoutMs: 60 });
    await store.put("k", "v");
    const other = new Database(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(store.put("k", "w")).rejects.toMatchObject({ code: "ERR_MIDCALL_STORE_BUSY" });
    other.exec("ROLLBACK");
    expect(await store.get("k")).toBe("v");
    other.close();
    await store.close();
    database.close();
  });

  it("never becomes part of a transaction of the connection's owner", async () => {
    const database = new Database(newPath());
    const store = createSqliteStore({ database, pollMs: 5 });
    await store.put("k", "v");
    database.exec("BEGIN");
    const writing = store.put("k", "w");
    // It must not write yet, so there is no event to wait for.
    await new Promise((resolve) => setTimeout(resolve, 50));
    database.exec("ROLLBACK");
    await writing;
    expect(await store.get("k")).toBe("w");
    await store.close();
    database.close();
  });

  it("removes what is over by itself, values and messages", async () => {
    const path = newPath();
    let time = 0;
    const store = open(path, { now: () => time });
    const count = (table: string): number => {
      const reader = new Database(path);
      const row = reader.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
      reader.close();
      return row.n;
    };
    for (let n = 0; n < 500; n++) {
      await store.put(`k${n}`, "v", { ttlMs: 50 });
      await store.publish("c", "m");
    }
    await store.put("for good", "v");
    expect([count("midcall_values"), count("midcall_messages")]).toEqual([501, 500]);
    time += 120_000;
    await store.put("one more", "v");
    expect([count("midcall_values"), count("midcall_messages")]).toEqual([2, 0]);
    await close(store);
  });

  it("hears a message of its own at once, and one of another connection soon", async () => {
    const path = newPath();
    const [here, there] = [open(path, { pollMs: 20 }), open(path, { pollMs: 20 })];
    const heard: string[] = [];
    await here.subscribe("c", (message) => heard.push(message));
    await here.publish("c", "own");
    expect(heard).toEqual(["own"]);
    await there.publish("c", "other");
    await expect.poll(() => heard, patience).toEqual(["own", "other"]);
    await close(here);
    await close(there);
  });

  it("gives a late subscriber nothing that was sent before, also when nobody has looked yet", async () => {
    const path = newPath();
    const [here, there] = [open(path, { pollMs: 100 }), open(path)];
    const heard: Record<"early" | "late", string[]> = { early: [], late: [] };
    await here.subscribe("c", (message) => heard.early.push(message));
    await there.publish("c", "one");
    await here.subscribe("c", (message) => heard.late.push(message));
    await there.publish("c", "two");
    await expect.poll(() => heard.late.length, patience).toBeGreaterThan(0);
    expect(heard).toEqual({ early: ["one", "two"], late: ["two"] });
    await close(here);
    await close(there);
  });

  it("hears every message of a flood, once and in order", async () => {
    const path = newPath();
    const [here, there] = [open(path), open(path)];
    const heard: number[] = [];
    await here.subscribe("c", (message) => heard.push(Number(message)));
    for (let n = 0; n < 2000; n++) await there.publish(n % 2 ? "c" : "elsewhere", String(n));
    await expect.poll(() => heard.length, patience).toBe(1000);
    expect(heard).toEqual(Array.from({ length: 1000 }, (_, n) => n * 2 + 1));
    await close(here);
    await close(there);
  });

  it("leaves the caller's connection open, and does nothing after its end", async () => {
    const database = new Database(":memory:");
    const store = createSqliteStore({ database, pollMs: 5 });
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    await store.close();
    await store.close();
    expect(database.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
    for (const doomed of [
      () => store.get("k"),
      () => store.put("k", "v"),
      () => store.publish("c", "m"),
      () => store.subscribe("c", () => {}),
    ])
      await expect(doomed()).rejects.toMatchObject({ code: "ERR_MIDCALL_STORE_CLOSED" });
    expect(heard).toEqual([]);
    database.close();
  });

  it("survives that its connection is closed under it, and says so when it is used", async () => {
    const database = new Database(newPath());
    const store = createSqliteStore({ database, pollMs: 2 });
    await store.subscribe("c", () => {});
    database.close();
    // The subscription has to look, and must not fail: there is no event to wait for.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expect(store.put("k", "v")).rejects.toThrow(/not open/);
    await store.close();
  });

  it("makes a database others can open, in write-ahead mode", async () => {
    const path = newPath();
    const store = open(path);
    await store.put("k", "v");
    const other = new Database(path);
    expect(other.pragma("journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(other.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    other.close();
    await close(store);
    expect((await stat(path)).size).toBeGreaterThan(0);
  });

  it.each([
    [undefined, 2],
    ["full", 2],
    ["normal", 1],
  ] as const)("flushes as it is told to: %s", async (synchronous, expected) => {
    const database = new Database(newPath());
    database.pragma("synchronous = 0");
    const store = createSqliteStore({ database, synchronous });
    await store.put("k", "v");
    expect(database.pragma("synchronous")).toEqual([{ synchronous: expected }]);
    await store.close();
    database.close();
  });

  it("refuses unusable options when it is made", () => {
    const database = new Database(":memory:");
    expect(() => createSqliteStore({ database: {} as never })).toThrow(
      /database must be an open database/,
    );
    expect(() => createSqliteStore({ database, synchronous: "off" as never })).toThrow(
      /"full" or "normal"/,
    );
    for (const option of ["busyTimeoutMs", "pollMs", "messageTtlMs"])
      for (const ms of [0, -1, Number.NaN, Infinity])
        expect(() => createSqliteStore({ database, [option]: ms })).toThrow(
          `${option} must be a positive`,
        );
    database.close();
  });
});
