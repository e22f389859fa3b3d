import { useEffect } from "react";

const SETTLE_MS = 100;

const isHidden = (element: Element): boolean =>
  !element.isConnected || element.matches(":disabled") || element.getClientRects().length === 0;

/**
 * Moves the focus to the heading of the screen when the focused element disappears (a dismissed call, the last
 * question). Otherwise the next Tab would start at the top of the page.
 */
export function usePreservedFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : undefined;
    };
    const forget = (): void => void (last = undefined);
    const look = (): void => {
      if (!last || document.activeElement !== document.body || !isHidden(last)) return;
      last = undefined;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      // The code that removes the element may move the focus itself.
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, SETTLE_MS);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", "disabled"],
    });
    addEventListener("focusin", note);
    addEventListener("pointerdown", forget);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener("focusin", note);
      removeEventListener("pointerdown", forget);
    };
  }, []);
}
