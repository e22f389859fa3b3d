import { useState } from "react";
import { useDrafts } from "../context.js";

/** Whether a draft is what this state may be. It comes from the tab, where another program may have put anything. */
function isLike<T>(draft: unknown, initial: T): draft is T {
  if (typeof initial !== "object") return typeof draft === typeof initial;
  if (typeof draft !== "object" || draft === null || Array.isArray(draft)) return false;
  return Object.values(draft).every((value) => typeof value === "string");
}

/**
 * State that survives a reload of the page and a restart of the console: a text, a choice, or texts by name.
 *
 * @param kept - the part of it that is kept; default: all of it
 */
export function useDraft<T>(
  key: string,
  initial: T,
  kept: (value: T) => T = (value) => value,
): [T, (value: T) => void] {
  const drafts = useDrafts();
  const [value, setValue] = useState(() => {
    const draft = drafts.get(key);
    return isLike(draft, initial) ? draft : initial;
  });
  return [
    value,
    (next) => {
      setValue(next);
      drafts.set(key, kept(next));
    },
  ];
}
