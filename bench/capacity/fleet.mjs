/** Replicas that share a store, without a proxy: the load sends each request to a replica of its choice. */
import { fileURLToPath } from "node:url";
import { startServer } from "../server-process.mjs";
import { STORE_SERVERS } from "./store-server.mjs";

const REPLICA = fileURLToPath(new URL("./replica.mjs", import.meta.url));

/**
 * What the fleet has used up to a moment: sums over the replicas, and the store.
 *
 * @typedef {object} Snapshot
 * @property {number} seconds
 * @property {number} cpuMicros
 * @property {number} heapBytes
 * @property {number} rssBytes
 * @property {number} operations on the store
 * @property {number} looks those of them that looked in vain for a response of a host
 * @property {number} published messages
 * @property {number} heard messages, each counted by every replica that got it
 * @property {number} servers of sessions and requests, that the replicas have built
 * @property {import("./store-server.mjs").StoreUsage} store
 */

/**
 * @typedef {object} Fleet
 * @property {() => number} anyPort the port of a replica at random
 * @property {number} size how many replicas are alive
 * @property {(collect?: boolean) => Promise<Snapshot>} snapshot collects garbage first, if told to
 * @property {() => Promise<void>} kill ends one replica with SIGKILL
 * @property {() => Promise<void>} stop
 */

const SUMMED = [
  "cpuMicros",
  "heapBytes",
  "rssBytes",
  "operations",
  "looks",
  "published",
  "heard",
  "servers",
];

/**
 * @param {{ replicas: number, store: string }} options
 * @returns {Promise<Fleet>}
 */
export async function startFleet({ replicas, store: kind }) {
  const store = await STORE_SERVERS[kind]();
  const processes = await Promise.all(
    Array.from({ length: replicas }, () => startServer(REPLICA, ["--store", store.url])),
  );
  return {
    anyPort: () => processes[Math.floor(Math.random() * processes.length)].port,
    get size() {
      return processes.length;
    },
    async snapshot(collect = false) {
      const usages = await Promise.all(processes.map((each) => each.usage(collect)));
      const sums = Object.fromEntries(
        SUMMED.map((name) => [name, usages.reduce((sum, usage) => sum + usage[name], 0)]),
      );
      return { seconds: performance.now() / 1000, ...sums, store: await store.usage() };
    },
    async kill() {
      await processes.shift().stop();
    },
    async stop() {
      await Promise.all(processes.map((each) => each.stop()));
      await store.stop();
    },
  };
}

/** What was used between two moments. @param {Snapshot} before @param {Snapshot} after @returns {Snapshot} */
export function between(before, after) {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name,
      typeof value === "object" ? between(before[name], value) : value - before[name],
    ]),
  );
}

/**
 * Does something for each number below `count`, so many at the same time.
 *
 * @param {number} count
 * @param {number} atOnce
 * @param {(index: number) => Promise<void>} work
 */
export async function forEach(count, atOnce, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}
