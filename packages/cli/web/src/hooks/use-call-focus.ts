import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { showBeginning } from "../show-beginning.js";

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
  element?.closest("[data-question]") != null;

/** Whether the focus is where it was left by something that disappeared, and not where the user put it. */
function isLost(): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return true;
  return isInArea(activeElement) && !isInQuestion(activeElement);
}

function moveTo(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element) showBeginning(element);
}

/** The heading of an open request for sampling or roots of a call: it may have come before the call's card. */
const requestOf = (call: string): HTMLElement | null =>
  document.querySelector(`#questions [data-request-call="${CSS.escape(call)}"] h3`);

/** The card whose question is shown, until the focus has moved on. */
let asking: HTMLElement | null = null;

/** Takes the focus when the user has answered a question: the card of its call. */
export const cardOfAnswered = (): HTMLElement | null => (asking?.isConnected ? asking : null);

/** The elements of a call's card that the focus moves to. */
export interface CallFocus {
  readonly card: React.RefObject<HTMLLIElement | null>;
  readonly result: React.RefObject<HTMLDivElement | null>;
  /** Whether the end of the call has to be announced, because the focus is elsewhere. */
  readonly isNews: boolean;
}

/**
 * Moves the focus along with a call: to its card after the user has started it, back to the card when the user has
 * answered its question, and to its result when that arrives. A focus that the user has moved elsewhere stays there.
 *
 * @param asks - `current`: the first question is one of this call; `also`: another one or a request is
 * @param hasResult - whether the result is rendered
 * @param isRunning - whether the call is running
 */
export function useCallFocus(
  id: string,
  asks: "current" | "also" | undefined,
  hasResult: boolean,
  isRunning: boolean,
): CallFocus {
  const [isNews, setNews] = useState(false);
  const hasRun = useRef(false);
  useEffect(() => {
    if (isRunning) hasRun.current = true;
  }, [isRunning]);
  const card = useRef<HTMLLIElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const wasAnswering = useRef(false);
  const isFollowed = useSyncExternalStore(subscribe, () => followed === id);
  useEffect(() => {
    if (!isFollowed) return;
    followCall(undefined);
    // A question that came first keeps the focus.
    if (isInQuestion(document.activeElement)) return;
    moveTo(result.current ?? requestOf(id) ?? card.current);
  }, [isFollowed, id]);
  const isCurrent = asks === "current";
  useEffect(() => {
    if (!isCurrent) return;
    const element = card.current;
    asking = element;
    return () => {
      // After the components of the question have moved the focus themselves.
      setTimeout(() => {
        if (asking === element) asking = null;
      });
    };
  }, [isCurrent]);
  const isAsking = asks !== undefined;
  useEffect(() => {
    if (!isAsking) return;
    const note = ({ target }: Event): void => {
      wasAnswering.current = isInArea(target as Element);
    };
    wasAnswering.current = isInArea(document.activeElement);
    const element = card.current;
    addEventListener("focusin", note);
    addEventListener("pointerdown", note);
    return () => {
      removeEventListener("focusin", note);
      removeEventListener("pointerdown", note);
      // After the components of the question have moved the focus themselves.
      setTimeout(() => {
        if (wasAnswering.current && isLost()) moveTo(element);
      });
    };
  }, [isAsking]);
  useEffect(() => {
    if (!hasResult) return;
    const isFollowing = document.activeElement === card.current;
    if (isFollowing || (wasAnswering.current && isLost())) moveTo(result.current);
    // Results of before are not news.
    else setNews(hasRun.current);
  }, [hasResult]);
  return { card, result, isNews };
}
