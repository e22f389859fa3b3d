/** Something that waits for its turn. */
export interface Queued {
  readonly server: string;
}

/**
 * A queue that takes turns among servers: next is the one whose last turn is longest ago, so that one
 * that asks a lot keeps nobody else waiting. Within a server the order is kept.
 */
export interface FairQueue<T extends Queued> {
  add(item: T): void;
  /** Takes an item out, wherever it is; false when it is not there. */
  remove(item: T): boolean;
  /** The next item, taken out. */
  next(): T | undefined;
  /** All items, in the order they would be taken. */
  list(): T[];
}

export function createFairQueue<T extends Queued>(): FairQueue<T> {
  // None of them is empty.
  const lines = new Map<string, Set<T>>();
  const turns = new Map<string, number>();
  let turn = 0;

  const inTurn = (): Set<T>[] =>
    [...lines]
      .sort(([one], [other]) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
      .map(([, line]) => line);

  const remove = (item: T): boolean => {
    const line = lines.get(item.server);
    const found = line?.delete(item) ?? false;
    if (line?.size === 0) lines.delete(item.server);
    return found;
  };

  return {
    add(item) {
      const line = lines.get(item.server);
      if (line) line.add(item);
      else lines.set(item.server, new Set([item]));
    },
    remove,
    next() {
      const [item] = inTurn()[0] ?? [];
      if (item) {
        remove(item);
        turns.set(item.server, ++turn);
      }
      return item;
    },
    list() {
      const all: T[] = [];
      const rest = inTurn().map((line) => [...line]);
      while (rest.some(({ length }) => length > 0)) {
        for (const line of rest) all.push(...line.splice(0, 1));
      }
      return all;
    },
  };
}
