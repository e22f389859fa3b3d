import { OptionError } from "../contracts/errors.js";
import { StoreFullError } from "./errors.js";
import { wholeMs } from "./lifetime.js";
import type { Store, StoreWriteOptions } from "./store.js";

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Most values held at once; a write beyond it throws `StoreFullError`. Default 100,000. */
  readonly maxEntries?: number;
  /**
   * Most values held at once on behalf of one person (see `owner` of {@link StoreWriteOptions}); a write beyond it throws
   * `StoreFullError`, while others still have room. People nobody has verified count as one. Default a tenth of
   * `maxEntries`, at least one.
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
 * A store in this process's memory: the default, right for one process and for tests. Values are
 * gone with the process and seen by no other.
 *
 * When it is full it refuses what is new and forgets nothing. One person can fill a part of it only.
 *
 * @throws OptionError when `maxEntries` or `maxEntriesPerOwner` is not a positive whole number.
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ secret, store: createMemoryStore() });
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const { maxEntries = 100_000, now = Date.now } = options;
  const { maxEntriesPerOwner = Math.ceil(maxEntries / 10) } = options;
  for (const [name, value] of Object.entries({ maxEntries, maxEntriesPerOwner })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new OptionError(`${name} must be a positive whole number, not ${String(value)}.`);
    }
  }
  const held = new Map<string, Held>();
  /** How many values each owner has. */
  const shares = new Map<string, number>();
  const channels = new Map<string, Set<(message: string) => void>>();

  const count = (owner: string | undefined, by: 1 | -1): void => {
    if (owner === undefined) return;
    const share = (shares.get(owner) ?? 0) + by;
    if (share === 0) shares.delete(owner);
    else shares.set(owner, share);
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

  const hasShare = (owner: string | undefined): boolean =>
    owner === undefined || (shares.get(owner) ?? 0) < maxEntriesPerOwner;

  const write = (key: string, value: string, { ttlMs, owner }: StoreWriteOptions): void => {
    const before = held.get(key);
    const isFull = (): boolean => before === undefined && held.size >= maxEntries;
    const isOver = (): boolean => owner !== before?.owner && !hasShare(owner);
    if (isFull() || isOver()) {
      if (oldestExpiry <= now()) sweep();
      if (isFull()) throw new StoreFullError(maxEntries);
      if (isOver()) throw new StoreFullError(maxEntriesPerOwner, "owner");
    }
    const expiresAt = now() + (wholeMs(ttlMs) ?? Infinity);
    if (expiresAt < oldestExpiry) oldestExpiry = expiresAt;
    remove(key);
    held.set(key, { value, expiresAt, owner });
    count(owner, 1);
    // Amortised: a sweep at each doubling keeps expired values from outliving their use.
    if (held.size >= sweepAt) {
      sweep();
      sweepAt = Math.max(1024, held.size * 2);
    }
  };
  let sweepAt = 1024;

  return {
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
      // A wrapper of its own, so that the same function may subscribe twice and leave once.
      const own = (message: string): void => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(own));
      return async () => {
        listeners.delete(own);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
  };
}
