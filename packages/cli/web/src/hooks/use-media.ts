import { useSyncExternalStore } from "react";

/** The width from which questions have a column of their own; as in shell.css. */
export const WIDE = "(min-width: 68.75rem)";

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
