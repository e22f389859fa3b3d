import { useEffect } from "react";

const SETTLE_MS = 100;

const isGone = (element: Element): boolean =>
  !element.isConnected || element.matches(":disabled") || element.getClientRects().length === 0;

/**
 * When what had the focus goes away (a call that is dismissed, the last question), the focus would be
 * lost, and the next Tab begin at the top of the page. The screen's heading gets it then.
 */
export function usePreservedFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : undefined;
    };
    const forget = (): void => void (last = undefined);
    const look = (): void => {
      if (!last || document.activeElement !== document.body || !isGone(last)) return;
      last = undefined;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      // Whoever takes something away may know better where to go on.
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
