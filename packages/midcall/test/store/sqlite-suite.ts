import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "midcall/store/contract";
import { createSqliteStore, type SqliteStore } from "midcall/store/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import type { SqliteDatabase } from "../../src/store/sqlite/database.js";

/** The class of an engine's databases. */
export type SqliteEngine = new (
  path: string,
  options?: { readonly timeout: number },
) => SqliteDatabase;

/** For what comes by itself. */
const often = { interval: 2 };
/** Only a test of giving up gives up. */
const busyTimeoutMs = 600_000;

/** What holds for the store on each engine. */
export function testSqliteStore(find: () => SqliteEngine | Promise<SqliteEngine>): void {
  let Database: SqliteEngine;
  let folder: string;
  beforeAll(async () => {
    Database = await find();
    folder = await mkdtemp(join(tmpdir(), "midcall-sqlite-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  let made = 0;
  const newPath = (): string => join(folder, `${++made}.db`);
  const opened = new Map<unknown, { path: string; close: () => Promise<void> }>();
  function open(path: string, options: { now?: () => number; pollMs?: number } = {}): SqliteStore {
    const database = new Database(path, { timeout: 5 });
    const store = createSqliteStore({
      ...{ database, pollMs: 5, synchronous: "normal", busyTimeoutMs },
      ...options,
    });
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
  const pragma = (database: SqliteDatabase, name: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];

  /** A database, and how often a store has looked whether it may use it, which it does before everything. */
  function openWatched(): { database: SqliteDatabase; looks: () => number } {
    const inner = new Database(newPath());
    let looks = 0;
    const watching = {
      inTransaction: {
        get: () => {
          looks += 1;
          return Reflect.get(Object.getPrototypeOf(database) as object, "inTransaction", inner);
        },
      },
    };
    // That of better-sqlite3 has a property of its own that cannot be replaced; those of native classes cannot be inherited from.
    const isOwn = Object.hasOwn(inner, "inTransaction");
    const database = isOwn
      ? (Object.create(inner, watching) as SqliteDatabase)
      : Object.defineProperties(inner, watching);
    return { database, looks: () => looks };
  }

  describe("sqliteStore fulfils the contract", () => {
    let time = 1_000_000;
    const now = (): number => time;
    const cases = storeContract({
      create: () => open(newPath(), { now }),
      connect: (store) => open(opened.get(store)!.path, { now }),
      close,
      elapse: (ms) => void (time += ms),
      timeoutMs: 600_000,
    });
    it.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => run());
  });

  describe("sqliteStore in memory fulfils the contract on the real clock", () => {
    const cases = storeContract({ create: () => open(":memory:"), close, timeoutMs: 600_000 });
    it.concurrent.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) =>
      run(),
    );
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
      for (let round = 0; round < scaled(3, 10); round++) {
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
      await expect.poll(() => turns, often).toBeGreaterThan(5);
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
      const { database, looks } = openWatched();
      const store = createSqliteStore({ database, pollMs: 5, busyTimeoutMs });
      await store.put("k", "v");
      database.exec("BEGIN");
      const writing = store.put("k", "w");
      const before = looks();
      await expect.poll(() => looks() - before, often).toBeGreaterThan(2);
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
      await expect.poll(() => heard, often).toEqual(["own", "other"]);
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
      await expect.poll(() => heard.late.length, often).toBeGreaterThan(0);
      expect(heard).toEqual({ early: ["one", "two"], late: ["two"] });
      await close(here);
      await close(there);
    });

    it("hears every message of a flood, once and in order", async () => {
      const flood = scaled(300, 1000);
      const path = newPath();
      const [here, there] = [open(path), open(path)];
      const heard: number[] = [];
      await here.subscribe("c", (message) => heard.push(Number(message)));
      for (let n = 0; n < 2 * flood; n++) await there.publish(n % 2 ? "c" : "elsewhere", String(n));
      await expect.poll(() => heard.length, often).toBe(flood);
      expect(heard).toEqual(Array.from({ length: flood }, (_, n) => n * 2 + 1));
      await close(here);
      await close(there);
    });

    it("leaves the caller's connection open, and does nothing after its end", async () => {
      const database = new Database(":memory:");
      const store = createSqliteStore({ database, pollMs: 5, busyTimeoutMs });
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
      const { database, looks } = openWatched();
      const store = createSqliteStore({ database, pollMs: 2, busyTimeoutMs });
      await store.subscribe("c", () => {});
      database.close();
      const before = looks();
      // The subscription looks for messages, and must not fail.
      await expect.poll(() => looks() - before, often).toBeGreaterThan(2);
      await expect(store.put("k", "v")).rejects.toThrow(/not open/);
      await store.close();
    });

    it("makes a database others can open, in write-ahead mode", async () => {
      const path = newPath();
      const store = open(path);
      await store.put("k", "v");
      const other = new Database(path);
      expect(pragma(other, "journal_mode")).toBe("wal");
      expect(pragma(other, "integrity_check")).toBe("ok");
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
      database.exec("PRAGMA synchronous = 0");
      const store = createSqliteStore({ database, synchronous });
      await store.put("k", "v");
      expect(pragma(database, "synchronous")).toBe(expected);
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

  describe("messages in a database that others can write to", () => {
    /** Two connections, and what the second has heard; and what somebody else writes to the database. */
    async function openShared() {
      const path = newPath();
      const [one, two] = [open(path), open(path)];
      const heard: string[] = [];
      await two.subscribe("c", (message) => void heard.push(message));
      const writer = new Database(path);
      const write = (id: string, channel: string, message: string, sentAt: string): void => {
        writer.exec(
          `INSERT INTO midcall_messages (id, channel, message, sent_at) VALUES (${id}, ${channel}, ${message}, ${sentAt})`,
        );
      };
      const end = async (): Promise<void> => {
        writer.close();
        await close(one);
        await close(two);
      };
      return { one, two, heard, write, writer, end };
    }

    it.each([
      ["a channel that is text", "'c'", "x'78'"],
      ["a message that is a number", "x'63'", "5"],
    ])("are heard behind one with %s", async (_, channel, message) => {
      const { one, heard, write, end } = await openShared();
      write("NULL", channel, message, "9000000000000000");
      await one.publish("c", "after it");
      await expect.poll(() => heard, often).toEqual(["after it"]);
      await end();
    });

    it.each(["9223372036854775807", "9007199254740991", "1152921504606846976"])(
      "are sent and heard although one had the id %s",
      async (id) => {
        const { one, two, write, writer, end } = await openShared();
        write(id, "x'71'", "x'78'", "0");
        await one.publish("c", "beside it");
        writer.exec("DELETE FROM midcall_messages");
        await one.publish("c", "without it");
        const heard: string[] = [];
        await two.subscribe("c", (message) => void heard.push(message));
        await one.publish("c", "to a new listener");
        await expect.poll(() => heard, often).toEqual(["to a new listener"]);
        await end();
      },
    );
  });
}
