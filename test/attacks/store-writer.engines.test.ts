import fc from "fast-check";
import type { Store } from "midcall/store";
import { createRedisStore, type RedisStore } from "midcall/store/redis";
import type { PostgresStore } from "midcall/store/postgres";
import { createClient } from "redis";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  createPostgresLab,
  type PostgresLab,
} from "../../packages/midcall/test/store/postgres-lab.js";
import { ownPostgres, ownRedis } from "../engines/shared.js";
import { scaled, seed } from "../night.js";
import { cases, play } from "./store-writer/play.js";
import { tally } from "./tally.js";

/* The cases of store-writer.random.test.ts, on the engines that replicas share. */

let redis: RedisStore;
let client: ReturnType<typeof createClient>;
let lab: PostgresLab;
let postgres: PostgresStore;
beforeAll(async () => {
  client = createClient({ url: await ownRedis() });
  await client.connect();
  redis = createRedisStore({ client: client as never });
  lab = createPostgresLab(await ownPostgres());
  postgres = await lab.open();
  // The connection that listens is opened before the clock is moved.
  await (
    await postgres.subscribe("warm-up", () => {})
  )();
});
afterAll(async () => {
  await redis?.close();
  await client?.close();
  await lab?.close(postgres);
  await lab?.admin.end();
});

beforeEach(() => {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...timers, "performance", "Date"] });
});
afterEach(() => void vi.useRealTimers());

let spaces = 0;

/** The same store, in which nobody else has anything. */
function ownSpace(store: Store): Store {
  const space = `space-${(spaces += 1)}:`;
  return {
    get: (key) => store.get(space + key),
    put: (key, value, options) => store.put(space + key, value, options),
    putIfAbsent: (key, value, options) => store.putIfAbsent(space + key, value, options),
    take: (key) => store.take(space + key),
    delete: (key) => store.delete(space + key),
    publish: (channel, message) => store.publish(space + channel, message),
    subscribe: (channel, listener) => store.subscribe(space + channel, listener),
  };
}

it.each([
  ["Redis", () => redis],
  ["PostgreSQL", () => postgres],
] as const)(
  "a writer to a %s store invents nothing, whatever they do with it",
  async (_, storeOf) => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        tried += one.acts.length;
        expect(await play(one, ownSpace(storeOf()))).toEqual([]);
      }),
      { numRuns: scaled(6, 200), seed },
    );
    tally("acts of a writer to a store of replicas", tried);
  },
);
