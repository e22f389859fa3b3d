/** An item of the queue. */
export interface Queued {
  readonly server: string;
}

/**
 * A queue that is fair among servers: the server whose last turn is longest ago is next, so that a server with many
 * questions does not delay the others. The questions of one server keep their order.
 */
export interface FairQueue<T extends Queued> {
  add(item: T): void;
  /** Removes an item from any position; returns false if it is not in the queue. */
  remove(item: T): boolean;
  /** Removes and returns the next item. */
  next(): T | undefined;
  /** All items, in the order in which `next` would return them. */
  list(): T[];
}

export function createFairQueue<T extends Queued>(): FairQueue<T> {
  // Contains no empty sets.
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
