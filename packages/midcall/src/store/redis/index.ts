/**
 * `midcall/store/redis`: a store for any number of machines, on a Redis server of version 6.2 or later, or Valkey.
 *
 * @module
 */
import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { StoreClosedError } from "../errors.js";
import { wholeMs } from "../lifetime.js";
import { createRedisChannels, type RedisSubscriber } from "./channels.js";
import type { Store, StoreWriteOptions } from "../store.js";

/** The part of a client of the `redis` package that is used for commands. */
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
  /** A connected client of the `redis` package, version 5 or 6. The store does not close it. */
  readonly client: RedisClient;
  /**
   * A second connected client for messages, because a connection with subscriptions cannot run other commands. The store
   * does not close it. Default: the first `subscribe` creates a duplicate of `client`, which `close()` ends.
   */
  readonly subscriber?: RedisSubscriber;
  /**
   * Prepended to every key and channel, followed by `|`, which the prefix must not contain. The separator prevents keys of
   * different prefixes, such as `app:` and `app:two:`, from colliding. Default: no prefix, as all keys of midcall start
   * with `midcall:` anyway. Channels are shared by all databases of a server, so stores in several databases of one server
   * need different prefixes.
   */
  readonly prefix?: string;
  /** Called with errors of the duplicate, which reconnects automatically. Default: ignored, because `client` reports the same. */
  readonly onError?: (error: unknown) => void;
}

/** A {@link Store} on a Redis server. */
export interface RedisStore extends Store {
  /** Ends all subscriptions, and the duplicate if the store created one. Later operations are rejected. */
  close(): Promise<void>;
}

/** Separates the prefix from the key. */
const SEPARATOR = "|";

/**
 * Creates a store on a Redis server, for any number of processes. Every operation is a single command: `GET`, `SET`,
 * `SET NX`, `GETDEL` or `DEL`. Times to live are measured by the server's clock.
 *
 * Acknowledged writes are as durable as the server: enable its append-only file, and disable eviction
 * (`maxmemory-policy noeviction`), because an evicted record looks as if it had never been written. An operation that
 * rejects because the connection broke may or may not have been executed. Messages sent while a subscriber's connection
 * is down do not reach it. While the connection of `client` is down, the client queues commands and calls wait; configure
 * it with `disableOfflineQueue: true` or `commandOptions: { timeout }` if they should fail instead.
 *
 * @throws OptionError when an option is unusable. The methods of the store reject with the client's errors, or with
 * `StoreClosedError`.
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
  assertOptions<RedisStoreOptions>("createRedisStore", options, {
    client: "object",
    subscriber: "object",
    prefix: "any",
    onError: "function",
  });
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
  if (typeof prefix !== "string" || prefix.includes(SEPARATOR)) {
    throw new OptionError(`prefix must be a string without "${SEPARATOR}".`);
  }
  const channels = createRedisChannels(subscriber, () => client.duplicate(), onError);
  let closed = false;

  const name = (key: string): string => {
    if (closed) throw new StoreClosedError();
    // Without a prefix, a key that contains the separator gets an empty prefix, so that it cannot be mistaken for another's.
    const bare = prefix === "" && !key.includes(SEPARATOR);
    return bare ? key : prefix + SEPARATOR + key;
  };

  const set = async (
    key: string,
    value: string,
    { ttlMs }: StoreWriteOptions,
    condition?: "NX",
  ): Promise<boolean> => {
    const ms = wholeMs(ttlMs);
    // The server refuses a time to live of 0; one millisecond is the closest.
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
