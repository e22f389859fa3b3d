import { useEffect, useRef, useSyncExternalStore } from "react";

/** The call that the user has just started here, until its card has the focus. */
let followed: string | undefined;
const listeners = new Set<() => void>();

/** Moves the focus to the card of this call as soon as there is one: the user has just started it. */
export function followCall(id: string | undefined): void {
  followed = id;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const isInArea = (element: Element | null): boolean => element?.closest("#questions") != null;
const isInQuestion = (element: Element | null): boolean =>
  element?.closest('[data-midcall="question"]') != null;

/** Whether the focus is where it was left by something that disappeared, and not where the user put it. */
function isLost(): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return true;
  return isInArea(activeElement) && !isInQuestion(activeElement);
}

function moveTo(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** The elements of a call's card that the focus moves to. */
export interface CallFocus {
  readonly card: React.RefObject<HTMLLIElement | null>;
  readonly result: React.RefObject<HTMLDivElement | null>;
}

/**
 * Moves the focus along with a call: to its card after the user has started it, back to the card when the user has
 * answered its question, and to its result when that arrives. A focus that the user has moved elsewhere stays there.
 *
 * @param isAsking - whether a question of this call is shown
 * @param hasResult - whether the result is rendered
 */
export function useCallFocus(id: string, isAsking: boolean, hasResult: boolean): CallFocus {
  const card = useRef<HTMLLIElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const wasAnswering = useRef(false);
  const isFollowed = useSyncExternalStore(subscribe, () => followed === id);
  useEffect(() => {
    if (!isFollowed) return;
    followCall(undefined);
    // A question that came first keeps the focus.
    if (!isInQuestion(document.activeElement)) moveTo(result.current ?? card.current);
  }, [isFollowed]);
  useEffect(() => {
    if (!isAsking) return;
    const note = ({ target }: Event): void => {
      wasAnswering.current = isInArea(target as Element);
    };
    wasAnswering.current = isInArea(document.activeElement);
    addEventListener("focusin", note);
    addEventListener("pointerdown", note);
    return () => {
      removeEventListener("focusin", note);
      removeEventListener("pointerdown", note);
      if (!wasAnswering.current) return;
      // After the components of the question have moved the focus themselves.
      setTimeout(() => {
        if (isLost()) moveTo(card.current);
      });
    };
  }, [isAsking]);
  useEffect(() => {
    if (!hasResult) return;
    if (document.activeElement !== card.current && !(wasAnswering.current && isLost())) return;
    moveTo(result.current);
  }, [hasResult]);
  return { card, result };
}
