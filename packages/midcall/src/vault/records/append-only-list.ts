import type { VaultStore } from "../vault.js";

/** An append-only list in a store. */
export interface AppendOnlyList {
  /**
   * @param recordFor - Returns the record for its key in the store.
   * @param owner - The user whom the store counts it for.
   */
  append(recordFor: (place: string) => string, owner: string): Promise<void>;
  /** Everything that was appended before the call, in order, and possibly later records. */
  read(): AsyncGenerator<{ readonly record: string; readonly place: string }>;
}

const BATCH = 16;

/**
 * Positions 0, 1, 2, … are each written once, with `putIfAbsent`, and never deleted. Of two writers for the same position
 * one succeeds and the other moves on to the next, so nothing is lost if a process crashes or stalls.
 *
 * @param place - Returns the key, in the store, of a position.
 */
export function createAppendOnlyList(
  store: VaultStore,
  place: (position: number) => string,
): AppendOnlyList {
  const isTaken = async (position: number): Promise<boolean> =>
    (await store.get(place(position))) !== undefined;

  /** The first free position, or an earlier one that has been taken in the meantime. */
  const end = async (): Promise<number> => {
    let free = 1;
    while (await isTaken(free - 1)) free *= 2;
    let [low, high] = [Math.floor(free / 2), free - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await isTaken(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    async append(recordFor, owner) {
      let position = await end();
      for (;;) {
        const at = place(position);
        if (await store.putIfAbsent(at, recordFor(at), { owner })) return;
        position += 1;
      }
    },
    async *read() {
      for (let from = 0; ; from += BATCH) {
        const places = Array.from({ length: BATCH }, (_, n) => place(from + n));
        const records = await Promise.all(places.map((at) => store.get(at)));
        for (const [n, record] of records.entries()) {
          if (record === undefined) return;
          yield { record, place: places[n]! };
        }
      }
    },
  };
}
