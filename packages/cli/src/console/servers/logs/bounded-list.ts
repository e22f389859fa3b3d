/** The latest items, limited in number and total size. */
export interface BoundedList<T> {
  add(item: T, size: number): void;
  list(): readonly T[];
}

/**
 * @param most - the maximum number of items
 * @param mostSize - their maximum total size, in the unit that is passed to `add`
 */
export function createBoundedList<T>(most: number, mostSize: number): BoundedList<T> {
  let items: { item: T; size: number }[] = [];
  let total = 0;
  return {
    add(item, size) {
      items.push({ item, size });
      total += size;
      let drop = Math.max(0, items.length - most);
      for (let index = 0; index < drop; index++) total -= items[index]!.size;
      while (total > mostSize && drop < items.length - 1) total -= items[drop++]!.size;
      if (drop > 0) items = items.slice(drop);
    },
    list: () => items.map(({ item }) => item),
  };
}
