import { useEffect, useRef } from "react";
import type { CallView, RequestView } from "../../../src/console/views/api-types.js";
import { isOwnCall } from "../data/own-calls.js";
import { showBeginning } from "../show-beginning.js";

const EDITABLE =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

const cardOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("#questions .request")].find(
    (one) => one.dataset["question"] === id,
  );

/**
 * Moves the focus to a request when it appears whose call the user has started or answered here, unless the user is typing or in a question; and
 * keeps it at a request that had it and is shown elsewhere or in another way now. Other requests never take it.
 *
 * @param place - the element that the requests are shown in
 */
export function useRequestFocus(
  requests: readonly RequestView[],
  calls: readonly CallView[],
  place: unknown,
): void {
  const seen = useRef<readonly string[]>([]);
  const inside = useRef<string>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>(".request") : null;
      inside.current = card?.dataset["question"];
    };
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    const isFree = !activeElement?.closest("[data-question]") && !activeElement?.matches(EDITABLE);
    const had = isLost ? requests.find(({ id }) => id === inside.current) : undefined;
    const fresh = requests.find(
      ({ id, call, ended }) =>
        calls.some((one) => one.id === call && isOwnCall(one)) &&
        !ended &&
        !seen.current.includes(id),
    );
    seen.current = requests.map(({ id }) => id);
    const next = had ?? (isFree ? fresh : undefined);
    const card = next && cardOf(next.id);
    if (!card) return undefined;
    const heading = card.querySelector("h3");
    heading?.focus({ preventScroll: true });
    showBeginning(card);
    return showWhileGrowing(card, () => document.activeElement === heading);
  }, [requests, calls, place]);
}

/** Keeps a card in view whose fields are loaded after it is shown. Returns the function that stops. */
function showWhileGrowing(card: Element, isWanted: () => boolean): () => void {
  const observer = new ResizeObserver(() => {
    if (isWanted()) showBeginning(card);
    else observer.disconnect();
  });
  observer.observe(card);
  return () => observer.disconnect();
}
