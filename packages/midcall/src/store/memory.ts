import { OptionError } from "../contracts/errors.js";
import { assertOptions } from "../internal/assert-options.js";
import { describeValue } from "../internal/describe-value.js";
import { StoreFullError } from "./errors.js";
import { wholeMs } from "./lifetime.js";
import type { Store, StoreWriteOptions } from "./store.js";

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Most values stored at once; a further write throws `StoreFullError`. Default 100,000. */
  readonly maxEntries?: number;
  /**
   * Most values stored at once for one owner (see `owner` of {@link StoreWriteOptions}); a further write throws
   * `StoreFullError`, while other owners can still write. All unauthenticated users count as one owner. Default: a tenth
   * of `maxEntries`, at least one.
   */
  readonly maxEntriesPerOwner?: number;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

interface Held {
  readonly value: string;
  readonly expiresAt: number;
  readonly owner: string | undefined;
}

/**
 * Creates a store in this process's memory: the default, suitable for a single process and for tests. Its values are lost
 * when the process ends, and other processes cannot see them.
 *
 * A full store refuses new values and evicts none. One owner can fill only a part of it.
 *
 * @param options - limits and clock
 * @returns the store
 * @throws OptionError when `maxEntries` or `maxEntriesPerOwner` is not a positive whole number
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ secret, store: createMemoryStore() });
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  assertOptions<MemoryStoreOptions>("createMemoryStore", options, {
    maxEntries: "any",
    maxEntriesPerOwner: "any",
    now: "function",
  });
  const { maxEntries = 100_000, now = Date.now } = options;
  const { maxEntriesPerOwner = Math.ceil(maxEntries / 10) } = options;
  for (const [name, value] of Object.entries({ maxEntries, maxEntriesPerOwner })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new OptionError(
        `${name} must be a positive whole number, not ${describeValue(value)}.`,
      );
    }
  }
  const held = new Map<string, Held>();
  /** The number of values of each owner. */
  const counts = new Map<string, number>();
  const channels = new Map<string, Set<(message: string) => void>>();

  const count = (owner: string | undefined, by: 1 | -1): void => {
    if (owner === undefined) return;
    const total = (counts.get(owner) ?? 0) + by;
    if (total === 0) counts.delete(owner);
    else counts.set(owner, total);
  };

  const remove = (key: string): void => {
    const entry = held.get(key);
    if (entry === undefined) return;
    held.delete(key);
    count(entry.owner, -1);
  };

  const live = (key: string): Held | undefined => {
    const entry = held.get(key);
    if (entry === undefined || entry.expiresAt > now()) return entry;
    remove(key);
    return undefined;
  };

  let oldestExpiry = Infinity;
  const sweep = (): void => {
    const time = now();
    oldestExpiry = Infinity;
    for (const [key, entry] of held) {
      if (entry.expiresAt <= time) remove(key);
      else if (entry.expiresAt < oldestExpiry) oldestExpiry = entry.expiresAt;
    }
  };

  const hasRoom = (owner: string | undefined): boolean =>
    owner === undefined || (counts.get(owner) ?? 0) < maxEntriesPerOwner;

  const write = (key: string, value: string, { ttlMs, owner }: StoreWriteOptions): void => {
    const before = held.get(key);
    const isFull = (): boolean => before === undefined && held.size >= maxEntries;
    const isOver = (): boolean => owner !== before?.owner && !hasRoom(owner);
    if (isFull() || isOver()) {
      if (oldestExpiry <= now()) sweep();
      if (isFull()) throw new StoreFullError(maxEntries);
      if (isOver()) throw new StoreFullError(maxEntriesPerOwner, "owner");
    }
    const expiresAt = now() + (wholeMs(ttlMs) ?? Infinity);
    if (expiresAt < oldestExpiry) oldestExpiry = expiresAt;
    // A sweep may have removed the old value. It is replaced in place, because a Map is slow to delete and add again.
    const replaced = held.get(key);
    held.set(key, { value, expiresAt, owner });
    if (replaced !== undefined) count(replaced.owner, -1);
    count(owner, 1);
    // Amortized: one sweep each time the size doubles removes expired values.
    if (held.size >= sweepAt) {
      sweep();
      sweepAt = Math.max(1024, held.size * 2);
    }
  };
  let sweepAt = 1024;

  const store: Store = {
    async get(key) {
      return live(key)?.value;
    },
    async put(key: string, value: string, options: StoreWriteOptions = {}) {
      write(key, value, options);
    },
    async putIfAbsent(key: string, value: string, options: StoreWriteOptions = {}) {
      if (live(key) !== undefined) return false;
      write(key, value, options);
      return true;
    },
    async take(key) {
      const value = live(key)?.value;
      remove(key);
      return value;
    },
    async delete(key) {
      const existed = live(key) !== undefined;
      remove(key);
      return existed;
    },
    async publish(channel, message) {
      for (const listener of [...(channels.get(channel) ?? [])])
        queueMicrotask(() => listener(message));
    },
    async subscribe(channel, listener) {
      // A wrapper, so that the same function can subscribe twice and unsubscribe once.
      const own = (message: string): void => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(own));
      return async () => {
        listeners.delete(own);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
  };
  made.add(store);
  return store;
}

const made = new WeakSet<Store>();

/** Whether a store is one of {@link createMemoryStore}, which no other process can have. */
export function isMemoryStore(store: Store): boolean {
  return made.has(store);
}
