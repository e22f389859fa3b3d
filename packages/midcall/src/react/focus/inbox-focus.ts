import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { useInboxContext } from "../context.js";
import { focusQuestion, questionAround, questionElement } from "./focus-question.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { useTyping } from "./use-typing.js";

/** Where the focus goes when a question that had it has ended and no other one of the user's own is open. */
export type ReturnFocus = (question: OpenQuestion) => HTMLElement | null | undefined;

/** The element of the list that has the focus, and its question. */
type Inside =
  | { readonly element: Element; readonly question: OpenQuestion | undefined }
  | undefined;

/**
 * Moves the focus in an inbox: to a question of the user's own call when it appears, unless the user is typing or in
 * another question; and away from a question that had the focus and is removed. Any other question never takes it.
 */
export function InboxFocus(props: {
  /** The heading of the inbox, which takes the focus where `returnFocus` names nothing. */
  readonly title: RefObject<HTMLElement | null>;
  readonly returnFocus: ReturnFocus | undefined;
}): ReactNode {
  const { title, returnFocus } = props;
  const { showing, held, links } = useElicitations();
  const { store } = useInboxContext();
  const isTyping = useTyping();
  const seen = useRef<readonly string[]>([]);
  const inside = useRef<Inside>(undefined);
  // Before any other effect can move the focus.
  useLayoutEffect(() => {
    const inbox = title.current!.parentElement!;
    const enter = ({ target }: FocusEvent): void => {
      const element = target as Element;
      const id = questionAround(element)?.dataset["question"];
      const question = store.getSnapshot().showing.find((one) => one.id === id);
      inside.current = { element, question };
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      // Without a target, the element may just be removed.
      if (relatedTarget && !inbox.contains(relatedTarget as Element)) inside.current = undefined;
    };
    inbox.addEventListener("focusin", enter);
    inbox.addEventListener("focusout", leave);
    return () => {
      inbox.removeEventListener("focusin", enter);
      inbox.removeEventListener("focusout", leave);
    };
  }, [store, title]);
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
  return null;
}
