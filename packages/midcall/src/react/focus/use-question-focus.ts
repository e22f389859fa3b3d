import { type RefObject, useEffect, useRef } from "react";
import type { InboxSnapshot, OpenQuestion } from "../../client/index.js";
import { focusQuestion, questionAround, questionElement } from "./focus-question.js";
import { useTyping } from "./use-typing.js";

/** Where the focus goes when a question that had it has ended and no other one of the user's own is open. */
export type ReturnFocus = (question: OpenQuestion) => HTMLElement | null | undefined;

/** The element of the list that has the focus, and its question. */
type Inside =
  { readonly element: Element; readonly question: OpenQuestion | undefined } | undefined;

/**
 * Moves the focus in a list of questions: to a question of the user's own call when it appears, unless the user is typing
 * or in another question; and away from a question that had the focus and is removed. Any other question never takes it.
 *
 * @param title - takes the focus where `returnFocus` names nothing
 * @returns a function to call with each element that gets the focus in the list, and with `null` when it leaves the list
 */
export function useQuestionFocus(
  { showing, held, links }: Pick<InboxSnapshot, "showing" | "held" | "links">,
  title: RefObject<HTMLElement | null>,
  returnFocus: ReturnFocus | undefined,
): (element: Element | null) => void {
  const isTyping = useTyping();
  const seen = useRef<readonly string[]>([]);
  const inside = useRef<Inside>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    const had = inside.current;
    const lost = had && !had.element.isConnected && activeElement === document.body;
    const fresh = showing.find(({ id, ownCall }) => ownCall && !seen.current.includes(id));
    seen.current = showing.map(({ id }) => id);
    const free = !questionAround(activeElement) && !isTyping();
    const next = lost
      ? (showing.find(({ id }) => id === had.question?.id) ??
        showing.find(({ ownCall }) => ownCall))
      : free && fresh;
    const element = next && questionElement(next.id);
    // What the user is still typing was meant for the question that is gone.
    const wasTyping = lost && next && next.id !== had.question?.id && isTyping(had.element);
    if (element) focusQuestion(element, wasTyping);
    else if (lost) ((had.question && returnFocus?.(had.question)) ?? title.current)?.focus();
    // The focus may have been on a card that is gone.
  }, [showing, held, links, isTyping, title, returnFocus]);
  return (element) => {
    const id = questionAround(element)?.dataset["question"];
    const question = showing.find((one) => one.id === id);
    inside.current = element ? { element, question } : undefined;
  };
}
