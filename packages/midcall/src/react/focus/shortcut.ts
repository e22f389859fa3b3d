import { type ReactNode, useEffect, useRef } from "react";
import { focusQuestion, questionAround } from "./focus-question.js";

/** Whether a key event is that of a shortcut in the notation of `aria-keyshortcuts`, such as `Alt+Shift+K`. */
function isPressed(shortcut: string, event: KeyboardEvent): boolean {
  const parts = shortcut.split("+");
  const key = parts.pop()!.toUpperCase();
  const modifiers = (["Alt", "Control", "Meta", "Shift"] as const).every(
    (name) => event.getModifierState(name) === parts.includes(name),
  );
  // With Alt, a key of a Mac has another character.
  return modifiers && (event.key.toUpperCase() === key || event.code === `Key${key}`);
}

/** A key that moves the focus to the first open question, and from a question back to where it was. */
export function Shortcut({ keys }: { readonly keys: string }): ReactNode {
  const before = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const article = document.querySelector<HTMLElement>("[data-question]");
      if (event.repeat || !article || !isPressed(keys, event)) return;
      event.preventDefault();
      const { activeElement } = document;
      if (questionAround(activeElement)) before.current?.focus();
      else {
        before.current = activeElement instanceof HTMLElement ? activeElement : undefined;
        focusQuestion(article);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [keys]);
  return null;
}
