import { memoryStore, type Store } from "../store/index.js";

/** Short notes that any process of the fleet can read and be told of. */
export type Notes = Pick<Store, "get" | "put" | "putIfAbsent" | "publish" | "subscribe">;

const MOST = 100_000;

/**
 * Notes in this process's memory. When it is full the oldest make room: whoever asks a lot can bring
 * notes to be forgotten early, and never a new one to be refused.
 */
export function createRecentNotes(now: () => number): Notes {
  const store = memoryStore({ now, maxEntries: MOST });
  /** Oldest first. One that has expired stays until it is the oldest. */
  const keys = new Set<string>();

  const makeRoom = (key: string): void => {
    keys.delete(key);
    if (keys.size >= MOST) {
      // Many at once, as finding the first of a long set again and again is slow.
      let left = MOST / 100;
      for (const oldest of keys) {
        if (left-- === 0) break;
        keys.delete(oldest);
        void store.delete(oldest);
      }
    }
    keys.add(key);
  };

  return {
    ...store,
    put(key, value, options) {
      makeRoom(key);
      return store.put(key, value, options);
    },
    putIfAbsent(key, value, options) {
      makeRoom(key);
      return store.putIfAbsent(key, value, options);
    },
  };
}
