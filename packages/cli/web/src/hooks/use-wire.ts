import { useEffect, useRef, useState } from "react";
import type { WireEntry } from "../../../src/console/views/api-types.js";
import { useFetched } from "./use-fetched.js";

const MOST = 1_000;

/** The latest messages of a server. Only new ones are fetched. */
export function useWire(
  server: string,
  seq: number,
): { readonly entries: readonly WireEntry[] | undefined; readonly clear: () => void } {
  const [entries, setEntries] = useState<readonly WireEntry[]>();
  const last = useRef(0);
  const path = `/servers/${server}/wire`;
  const { data } = useFetched<{ entries: readonly WireEntry[] }>(
    path,
    seq,
    () => `${path}?after=${last.current}`,
  );
  useEffect(() => {
    if (!data) return;
    setEntries((before = []) => {
      const fresh = data.entries.filter((entry) => entry.seq > last.current);
      last.current = Math.max(last.current, fresh.at(-1)?.seq ?? 0);
      return [...before, ...fresh].slice(-MOST);
    });
  }, [data]);
  return { entries, clear: () => setEntries([]) };
}
