import type { VaultStore } from "../vault.js";

/** A list in a store that can only grow. */
export interface AppendOnlyList {
  /** @param recordFor Makes the record for a place. */
  append(recordFor: (place: string) => string): Promise<void>;
  /** Everything that was appended before the reading began, in order, and perhaps more. */
  read(): AsyncGenerator<{ readonly record: string; readonly place: string }>;
}

const AT_ONCE = 16;

/**
 * Places 0, 1, 2, … of which each is written once, with `putIfAbsent`, and never deleted: of two who want the same
 * place one gets it and the other goes on to the next, so that nothing is lost whoever dies or stands still when.
 *
 * @param place The store's key of a place.
 */
export function createAppendOnlyList(
  store: VaultStore,
  place: (position: number) => string,
): AppendOnlyList {
  const isTaken = async (position: number): Promise<boolean> =>
    (await store.get(place(position))) !== undefined;

  /** The first free place, or one before it that has been taken meanwhile. */
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
    async append(recordFor) {
      let position = await end();
      for (;;) {
        const at = place(position);
        if (await store.putIfAbsent(at, recordFor(at))) return;
        position += 1;
      }
    },
    async *read() {
      for (let from = 0; ; from += AT_ONCE) {
        const places = Array.from({ length: AT_ONCE }, (_, n) => place(from + n));
        const records = await Promise.all(places.map((at) => store.get(at)));
        for (const [n, record] of records.entries()) {
          if (record === undefined) return;
          yield { record, place: places[n]! };
        }
      }
    },
  };
}
