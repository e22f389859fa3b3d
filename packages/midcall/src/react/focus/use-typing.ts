import { useCallback, useEffect, useRef } from "react";

const EDITABLE =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="button"], [type="submit"], [type="reset"], [type="checkbox"], [type="radio"], [type="range"])';

/** Tells whether the user is typing in an element; default: in the one that has the focus. */
export type IsTyping = (element?: Element | null) => boolean;

/**
 * Returns a function that tells whether the user is typing: the element is a text field, and the last key there was not
 * an Enter that has submitted it.
 */
export function useTyping(): IsTyping {
  const submitted = useRef<EventTarget>(undefined);
  useEffect(() => {
    const look = ({ key, target }: KeyboardEvent): void => {
      const enters = key === "Enter" && target instanceof HTMLInputElement;
      submitted.current = enters ? target : undefined;
    };
    document.addEventListener("keydown", look, true);
    return () => document.removeEventListener("keydown", look, true);
  }, []);
  return useCallback(
    (element = document.activeElement) =>
      !!element?.matches(EDITABLE) && element !== submitted.current,
    [],
  );
}
