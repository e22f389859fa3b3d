/**
 * `midcall/store/redis`: a store for fleets, on a Redis server of version 6.2 or later (or Valkey).
 *
 * @module
 */
import { OptionError } from "../../contracts/errors.js";
import { StoreClosedError } from "../errors.js";
import { wholeMs } from "../lifetime.js";
import { createRedisChannels, type RedisSubscriber } from "./channels.js";
import type { Store, StoreWriteOptions } from "../store.js";

export { StoreClosedError } from "../errors.js";
export type { RedisSubscriber } from "./channels.js";

/** The part of a client of the `redis` package that is used: commands. */
export interface RedisClient {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, options?: RedisSetOptions): Promise<unknown>;
  getDel(key: string): Promise<unknown>;
  del(key: string): Promise<unknown>;
  publish(channel: string, message: string): Promise<unknown>;
  duplicate(): RedisSubscriber;
}

/** Options of the SET command, as the `redis` package takes them. */
export interface RedisSetOptions {
  readonly expiration?: { readonly type: "PX"; readonly value: number };
  readonly condition?: "NX";
}

/** Options of {@link createRedisStore}. */
export interface RedisStoreOptions {
  /** A connected client of the `redis` package, version 5 or 6. It stays yours to close. */
  readonly client: RedisClient;
  /**
   * A second connected client for messages, as a connection that listens can do nothing else. It stays
   * yours to close. Without one, the first `subscribe` makes a duplicate of `client`, which `close()` ends.
   */
  readonly subscriber?: RedisSubscriber;
  /**
   * Put in front of every key and channel, with a `|` behind it, which it may not contain: so no key under one prefix is
   * ever a key under another, such as `app:` and `app:two:`. Default none: all keys of midcall start with `midcall:`
   * anyway. Channels are shared by all databases of a server, so stores in two of them need a prefix each.
   */
  readonly prefix?: string;
  /** Told of errors of the duplicate, which connects again by itself. Default: ignored, as `client` has the same. */
  readonly onError?: (error: unknown) => void;
}

/** A {@link Store} on a Redis server. */
export interface RedisStore extends Store {
  /** Ends all subscriptions, and the duplicate if the store has made one. What comes later is rejected. */
  close(): Promise<void>;
}

/** Ends the prefix in every name, so that it can be told where the key begins. */
const END_OF_PREFIX = "|";

/**
 * A store on a Redis server, for any number of processes. Every operation is one command: `GET`, `SET`,
 * `SET NX`, `GETDEL`, `DEL`. Times to live are measured by the server's clock.
 *
 * What is acknowledged is as durable as the server is: turn on its append-only file, and set no eviction
 * policy (`maxmemory-policy noeviction`), as an evicted record counts as never written. An operation that
 * rejects because the connection broke may have happened or not. Messages sent while a subscriber's
 * connection is down are lost to it. While the connection of `client` is down, the client keeps commands back, and
 * calls wait: give it `disableOfflineQueue: true`, or `commandOptions: { timeout }`, where they should fail instead.
 *
 * @throws OptionError when an option is unusable. Its methods reject with what the client rejects with, or
 * with `StoreClosedError`.
 *
 * @example
 * ```ts
 * import { createClient } from "redis";
 * import { createRedisStore } from "midcall/store/redis";
 *
 * const client = await createClient({ url }).on("error", report).connect();
 * const store = createRedisStore({ client });
 * // at the end:
 * await store.close();
 * await client.close();
 * ```
 */
export function createRedisStore(options: RedisStoreOptions): RedisStore {
  const { client, subscriber, prefix = "", onError = () => {} } = options;
  if (typeof client?.getDel !== "function") {
    throw new OptionError(
      "client must be a connected client of the redis package, version 5 or 6.",
    );
  }
  if (subscriber !== undefined && typeof subscriber.subscribe !== "function") {
    throw new OptionError("subscriber must be a second connected client of the redis package.");
  }
  if ((subscriber as unknown) === client) {
    throw new OptionError(
      "subscriber must not be client itself: pass client.duplicate(), connected.",
    );
  }
  if (typeof prefix !== "string" || prefix.includes(END_OF_PREFIX)) {
    throw new OptionError(`prefix must be a text without "${END_OF_PREFIX}".`);
  }
  const channels = createRedisChannels(subscriber, () => client.duplicate(), onError);
  let closed = false;

  const name = (key: string): string => {
    if (closed) throw new StoreClosedError();
    // Without a prefix, a key that could be taken for one with a prefix is marked by an empty one.
    const bare = prefix === "" && !key.includes(END_OF_PREFIX);
    return bare ? key : prefix + END_OF_PREFIX + key;
  };

  const set = async (
    key: string,
    value: string,
    { ttlMs }: StoreWriteOptions,
    condition?: "NX",
  ): Promise<boolean> => {
    const ms = wholeMs(ttlMs);
    // The server refuses a time of nothing; a millisecond is the nearest it knows.
    const expiration = ms === undefined ? undefined : ({ type: "PX", value: ms || 1 } as const);
    return (await client.set(name(key), value, { expiration, condition })) !== null;
  };

  return {
    get: async (key) => text(await client.get(name(key))),
    put: async (key, value, options = {}) => void (await set(key, value, options)),
    putIfAbsent: (key, value, options = {}) => set(key, value, options, "NX"),
    take: async (key) => text(await client.getDel(name(key))),
    delete: async (key) => Number(await client.del(name(key))) > 0,
    publish: async (channel, message) => void (await client.publish(name(channel), message)),
    subscribe: async (channel, listener) => channels.subscribe(name(channel), listener),
    async close() {
      closed = true;
      await channels.close();
    },
  };
}

function text(reply: unknown): string | undefined {
  return reply === null || reply === undefined ? undefined : String(reply);
}
