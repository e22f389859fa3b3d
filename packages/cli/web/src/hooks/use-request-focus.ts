import { useEffect, useRef } from "react";
import type { RequestView } from "../../../src/console/views/api-types.js";
import { showBeginning } from "../show-beginning.js";

const EDITABLE =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

const cardOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("#questions .request")].find(
    (one) => one.dataset["question"] === id,
  );

/**
 * Moves the focus to a request of the user's own call when it appears, unless the user is typing or in a question; and
 * keeps it at a request that had it and is shown elsewhere or in another way now. Other requests never take it.
 *
 * @param place - the element that the requests are shown in
 */
export function useRequestFocus(requests: readonly RequestView[], place: unknown): void {
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
      ({ id, call, ended }) => call !== undefined && !ended && !seen.current.includes(id),
    );
    seen.current = requests.map(({ id }) => id);
    const next = had ?? (isFree ? fresh : undefined);
    const card = next && cardOf(next.id);
    if (!card) return;
    card.querySelector("h3")?.focus({ preventScroll: true });
    showBeginning(card);
  }, [requests, place]);
}
