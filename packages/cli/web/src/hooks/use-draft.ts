import { useState } from "react";
import { useDrafts } from "../context.js";

/**
 * State that survives a reload of the page and a restart of the console.
 *
 * @param kept - the part of it that is kept; default: all of it
 */
export function useDraft<T>(
  key: string,
  initial: T,
  kept: (value: T) => T = (value) => value,
): [T, (value: T) => void] {
  const drafts = useDrafts();
  const [value, setValue] = useState(() => (drafts.get(key) as T | undefined) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      drafts.set(key, kept(next));
    },
  ];
}
