import { useEffect, useRef, useState } from "react";
import { useFetched } from "./use-fetched.js";

const MOST = 1_000;

/**
 * A growing list of the API, such as log lines. Only new items are fetched.
 *
 * @param path - the path of the list; it is read with `?after=` the last known number. `undefined` to read nothing
 * @param seq - grows with the list
 * @param from - the name of the list in the answer
 */
export function useLines<T extends { readonly seq: number }>(
  path: string | undefined,
  seq: number,
  from: string,
): { readonly items: readonly T[] | undefined; readonly clear: () => void } {
  const [items, setItems] = useState<readonly T[]>();
  const last = useRef(0);
  const { data } = useFetched<Readonly<Record<string, readonly T[]>>>(
    path,
    seq,
    () => `${path}?after=${last.current}`,
  );
  useEffect(() => {
    const given = data?.[from];
    if (!given) return;
    setItems((before = []) => {
      // Items that are sent again have changed.
      const again = new Map(given.map((item) => [item.seq, item]));
      last.current = Math.max(last.current, given.at(-1)?.seq ?? 0);
      const kept = before.map((item) => {
        const changed = again.get(item.seq);
        again.delete(item.seq);
        return changed ?? item;
      });
      return [...kept, ...again.values()].slice(-MOST);
    });
  }, [data, from]);
  return { items, clear: () => setItems([]) };
}
