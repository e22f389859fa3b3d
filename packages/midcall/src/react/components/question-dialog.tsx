import {
  type FocusEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cancel, type OpenQuestion } from "../../client/index.js";
import { NewsContext, useInboxContext, useQuestionLocalization } from "../context.js";
import { EscapeContext } from "../answering/use-leave.js";
import { focusQuestion } from "../focus/focus-question.js";
import type { IsTyping } from "../focus/use-typing.js";
import { AnyQuestion } from "../answering/any-question.js";
import { HeldSections } from "../held/held-sections.js";
import { HIDDEN } from "./hidden.js";
import { NewsRegion } from "./live-region.js";
import { OpenedCards } from "../links/opened-cards.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** A live region is noticed once it has been there, without text, for this many milliseconds. */
const REGION_MS = 100;

/**
 * The dialog with the current question, or what there is besides questions.
 *
 * @param isTyping - whether the user is typing outside of it
 */
export function QuestionDialog(props: { readonly isTyping: IsTyping }): ReactNode {
  const { showing, waiting, links, held } = useElicitations();
  const { messages } = useQuestionLocalization();
  const heading = useId();
  const [question] = showing;
  const keepFocus = useKeptFocus(links, held);
  const more = showing.length - 1 + waiting.length;
  if (question) return <Dialog question={question} more={more} {...props} />;
  return (
    <aside aria-labelledby={heading} data-midcall="aside" onFocus={keepFocus}>
      <h2 id={heading} style={HIDDEN}>
        {messages.inbox}
      </h2>
      <HeldSections />
      <OpenedCards />
    </aside>
  );
}

/**
 * Returns the focus to where it was before the first question, when what has it besides questions is removed.
 *
 * @param what - the list of what there is
 * @returns a function to call with each focus event in it
 */
function useKeptFocus(...what: readonly unknown[]): (event: FocusEvent) => void {
  const [opener] = useState(() => document.activeElement);
  const inside = useRef<Element>(undefined);
  useEffect(() => {
    const restore = (): void => {
      const isLost = inside.current?.isConnected === false;
      if (isLost && document.activeElement === document.body && opener instanceof HTMLElement) {
        opener.focus();
      }
    };
    restore();
    return restore;
  }, [...what, opener]);
  return ({ target }) => {
    inside.current = target;
  };
}

function Dialog(props: {
  readonly question: OpenQuestion;
  readonly more: number;
  readonly isTyping: IsTyping;
}): ReactNode {
  const { question, more, isTyping } = props;
  const { id, needsApproval, ownCall, server } = question;
  const { respond, modal } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const news = use(NewsContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const escape = useRef<() => void>(undefined);
  const last = useRef<Element>(undefined);
  // The question that has interrupted the user: what they type must not get into its first field.
  const [interrupting] = useState(() => (isTyping() ? id : undefined));
  const [isHeard, setIsHeard] = useState(false);
  useLayoutEffect(() => {
    const box = dialog.current!;
    box.showModal();
    modal.current = true;
    const timer = setTimeout(() => setIsHeard(true), REGION_MS);
    return () => {
      clearTimeout(timer);
      modal.current = false;
      // This also restores the focus.
      box.close();
    };
  }, [modal]);
  useEffect(() => {
    const box = dialog.current!;
    box.scrollTo(0, 0);
    // What the user is still typing was meant for the question that is gone.
    const wasTyping = last.current?.isConnected === false && isTyping(last.current);
    focusQuestion(box.querySelector("article")!, !ownCall || interrupting === id || wasTyping);
  }, [id, needsApproval, ownCall, interrupting, isTyping]);
  const cancelQuestion = (): void => {
    if (escape.current) escape.current();
    else void respond(id, cancel());
  };

  return (
    <dialog
      ref={dialog}
      data-midcall="dialog"
      aria-label={messages.asks(shownName(server))}
      onFocus={({ target }) => {
        last.current = target;
      }}
      onCancel={(event) => {
        // The dialog is removed once the answer has been accepted.
        event.preventDefault();
        cancelQuestion();
      }}
      onClose={() => {
        // Browsers close a dialog despite preventDefault when Escape is pressed twice.
        if (!dialog.current || dialog.current.open) return;
        cancelQuestion();
        // The dialog is shown again if the answer was not accepted.
        dialog.current?.showModal();
      }}
    >
      <EscapeContext value={escape}>
        <AnyQuestion question={question} />
      </EscapeContext>
      {more > 0 && <p data-midcall="waiting">{messages.waiting(more)}</p>}
      <NewsRegion news={isHeard && news.inDialog ? news : undefined} />
    </dialog>
  );
}
