/**
 * The engines of the store benchmarks, each as midcall's store and used directly, and the function that compares both.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installEngines } from "../../test/engines/install.mjs";
import { startPostgresServer } from "../../test/engines/postgres-server.mjs";
import { startRedisServer } from "../../test/engines/redis-server.mjs";
import { watchOutsideLoad } from "../outside-load.mjs";
import { median } from "../statistics.mjs";

const DIST = new URL("../../packages/midcall/dist/", import.meta.url);
/** Concurrent operations, as for a server with that many open calls. */
const AT_ONCE = 16;

/**
 * @typedef {{ put(key: string, value: string): unknown, get(key: string): unknown, putAndTake(key: string, value: string): unknown }} Bare
 * @typedef {{ store: import("../../packages/midcall/dist/store/index.js").Store, bare: Bare, close(): Promise<void> }} Opened
 */

/** @type {Record<string, () => Promise<Opened>>} */
export const engines = {
  async memory() {
    const { createMemoryStore } = await import(new URL("store/index.js", DIST).href);
    const map = new Map();
    return {
      store: createMemoryStore(),
      bare: {
        put: async (key, value) => void map.set(key, value),
        get: async (key) => map.get(key),
        putAndTake: async (key, value) => {
          map.set(key, value);
          await undefined;
          map.get(key);
          map.delete(key);
        },
      },
      close: async () => {},
    };
  },

  async sqlite() {
    const { betterSqlite3 } = await installEngines();
    const Database = createRequire(import.meta.url)(betterSqlite3);
    const { createSqliteStore } = await import(new URL("store/sqlite/index.js", DIST).href);
    const folder = await mkdtemp(join(tmpdir(), "midcall-bench-"));
    const ours = new Database(join(folder, "ours.db"));
    const theirs = new Database(join(folder, "bare.db"));
    theirs.pragma("journal_mode = WAL");
    theirs.pragma("synchronous = FULL");
    theirs.exec("CREATE TABLE t (key TEXT PRIMARY KEY, value TEXT)");
    const put = theirs.prepare(
      "INSERT INTO t VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    );
    const get = theirs.prepare("SELECT value FROM t WHERE key = ?");
    const take = theirs.prepare("DELETE FROM t WHERE key = ? RETURNING value");
    const store = createSqliteStore({ database: ours });
    return {
      store,
      bare: {
        put: async (key, value) => put.run(key, value),
        get: async (key) => get.get(key)?.value,
        putAndTake: async (key, value) => {
          put.run(key, value);
          await undefined;
          return take.get(key);
        },
      },
      async close() {
        await store.close();
        ours.close();
        theirs.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },

  async redis() {
    const { createClient } = await import("redis");
    const { createRedisStore } = await import(new URL("store/redis/index.js", DIST).href);
    const server = await startRedisServer();
    const client = await createClient({ url: server.url }).connect();
    const store = createRedisStore({ client, prefix: "ours:" });
    return {
      store,
      bare: {
        put: (key, value) => client.set(key, value),
        get: (key) => client.get(key),
        putAndTake: async (key, value) => {
          await client.set(key, value);
          return client.getDel(key);
        },
      },
      async close() {
        await store.close();
        await client.close();
        await server.stop();
      },
    };
  },

  async postgres() {
    const { Pool } = (await import("pg")).default;
    const { createPostgresStore, migrate } = await import(
      new URL("store/postgres/index.js", DIST).href
    );
    const server = await startPostgresServer(["fsync=on"]);
    const pool = new Pool({ connectionString: server.url });
    await migrate(pool);
    await pool.query("CREATE TABLE bare (key text PRIMARY KEY, value text)");
    const put = (key, value) =>
      pool.query(
        "INSERT INTO bare VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [key, value],
      );
    const store = createPostgresStore({ pool });
    return {
      store,
      bare: {
        put,
        get: (key) => pool.query("SELECT value FROM bare WHERE key = $1", [key]),
        putAndTake: async (key, value) => {
          await put(key, value);
          return pool.query("DELETE FROM bare WHERE key = $1 RETURNING value", [key]);
        },
      },
      async close() {
        await store.close();
        await pool.end();
        await server.stop();
      },
    };
  },
};

/**
 * Operations per second of real time and of processor time.
 *
 * @param {(turn: number) => unknown} work
 * @param {number} milliseconds
 */
async function rateOf(work, milliseconds) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(count + n)));
    count += AT_ONCE;
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    rate: count / ((performance.now() - start) / 1000),
    cpuRate: count / ((user + system) / 1_000_000),
  };
}

/**
 * Compares two asynchronous functions, in short alternating windows (A B, B A, …).
 *
 * @param {(turn: number) => unknown} ours
 * @param {(turn: number) => unknown} theirs
 * @param {boolean} quick
 */
export async function compare(ours, theirs, quick) {
  const [pairs, windowMs] = quick ? [5, 60] : [11, 150];
  await rateOf(ours, windowMs * 2);
  await rateOf(theirs, windowMs * 2);
  const outside = watchOutsideLoad();
  const runs = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = await rateOf(pair % 2 === 0 ? ours : theirs, windowMs);
    const second = await rateOf(pair % 2 === 0 ? theirs : ours, windowMs);
    const [midcall, other] = pair % 2 === 0 ? [first, second] : [second, first];
    runs.push({ midcall, other });
  }
  const ratios = runs.map(({ midcall, other }) => midcall.rate / other.rate);
  return {
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    cpuRatio: median(runs.map(({ midcall, other }) => midcall.cpuRate / other.cpuRate)),
    outsideCores: outside(0),
    median: median(runs.map(({ midcall }) => midcall.rate)),
    otherMedian: median(runs.map(({ other }) => other.rate)),
    runs,
  };
}

/** 512 bytes that differ in every turn, because an engine may skip writing an equal value. @param {number} turn */
export const value = (turn) => `${turn}`.padEnd(512, "x");
