import { OptionError } from "../errors.js";
import { StoreFullError } from "./errors.js";
import { wholeMs } from "./lifetime.js";
import type { Store, StoreWriteOptions } from "./store.js";

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Most values held at once; a write beyond it throws `StoreFullError`. Default 100,000. */
  readonly maxEntries?: number;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

interface Held {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * A store in this process's memory: the default, right for one process and for tests. Values are
 * gone with the process and seen by no other.
 *
 * @throws OptionError when `maxEntries` is not a positive whole number.
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ secret, store: memoryStore() });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const { maxEntries = 100_000, now = Date.now } = options;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new OptionError(`maxEntries must be a positive whole number, not ${String(maxEntries)}.`);
  }
  const held = new Map<string, Held>();
  const channels = new Map<string, Set<(message: string) => void>>();

  const live = (key: string): Held | undefined => {
    const entry = held.get(key);
    if (entry === undefined || entry.expiresAt > now()) return entry;
    held.delete(key);
    return undefined;
  };

  let oldestExpiry = Infinity;
  const sweep = (): void => {
    const time = now();
    oldestExpiry = Infinity;
    for (const [key, entry] of held) {
      if (entry.expiresAt <= time) held.delete(key);
      else if (entry.expiresAt < oldestExpiry) oldestExpiry = entry.expiresAt;
    }
  };

  const write = (key: string, value: string, ttlMs: number | undefined): void => {
    if (!held.has(key) && held.size >= maxEntries) {
      if (oldestExpiry <= now()) sweep();
      if (held.size >= maxEntries) throw new StoreFullError(maxEntries);
    }
    const expiresAt = now() + (wholeMs(ttlMs) ?? Infinity);
    if (expiresAt < oldestExpiry) oldestExpiry = expiresAt;
    held.set(key, { value, expiresAt });
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
    async put(key: string, value: string, { ttlMs }: StoreWriteOptions = {}) {
      write(key, value, ttlMs);
    },
    async putIfAbsent(key: string, value: string, { ttlMs }: StoreWriteOptions = {}) {
      if (live(key) !== undefined) return false;
      write(key, value, ttlMs);
      return true;
    },
    async take(key) {
      const value = live(key)?.value;
      held.delete(key);
      return value;
    },
    async delete(key) {
      const existed = live(key) !== undefined;
      held.delete(key);
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
