import { useEffect } from "react";
import { t } from "../messages/text.js";

/** A shortcut of the page. Each has a modifier, so that it cannot be pressed by typing or by speech. */
export interface Shortcut {
  /** `code` of the key, which is the same on every keyboard layout. */
  readonly code: string;
  readonly keys: string;
  readonly does: string;
  /** Absent where the components of midcall/react listen to it. */
  readonly run?: () => void;
}

const focusOn = (selector: string): void => {
  const target = document.querySelector<HTMLElement>(selector);
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
};

export const SHORTCUTS: readonly Shortcut[] = [
  {
    code: "KeyQ",
    keys: "Alt + Q",
    does: t("Go to the open question, and back"),
  },
  {
    code: "KeyR",
    keys: "Alt + R",
    does: t("Go to the newest call and its result"),
    run: () => focusOn(".call"),
  },
  {
    code: "KeyA",
    keys: "Alt + A",
    does: t("Go to the arguments"),
    run: () => focusOn(".arguments :is(input, select, textarea, button)"),
  },
  {
    code: "KeyS",
    keys: "Alt + S",
    does: t("Go to the search"),
    run: () => focusOn('main input[type="search"]'),
  },
];

/** Listens to the shortcuts of the page. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        (event.target as Element).closest<HTMLFormElement>("form.arguments")?.requestSubmit();
        return;
      }
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const found = SHORTCUTS.find(({ code }) => code === event.code);
      if (!found?.run) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
