import { type ReactNode, use, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { cancel, type OpenQuestion } from "../../client/index.js";
import { NewsContext, useInboxContext, useLocalization } from "../context.js";
import { EscapeContext } from "../answering/use-leave.js";
import { focusQuestion } from "../focus/focus-question.js";
import { useTyping } from "../focus/use-typing.js";
import { ElicitationQuestion } from "./elicitation-question.js";
import { HeldQuestionList } from "./held-questions.js";
import { HIDDEN } from "./hidden.js";
import { LiveRegion } from "./live-region.js";
import { OpenedLinks } from "../links/opened-links.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/**
 * A modal dialog with the current question. It moves the focus to its heading, so that a key meant for the page answers
 * nothing, or to the first field if the user started the call; and restores the focus when it closes. Escape cancels
 * the question; if something was entered, it asks before.
 *
 * While there is no question, a part of the page that is not modal shows the questions that a limit holds back, and the
 * pages that the user has opened.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <ElicitationProvider inbox={inbox}>
 *   <App />
 *   <ElicitationDialog />
 * </ElicitationProvider>;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model
 */
export function ElicitationDialog(): ReactNode {
  const { showing, waiting, held, links } = useElicitations();
  const { messages } = useLocalization();
  const heading = useId();
  const isTyping = useTyping();
  const [question] = showing;
  const more = showing.length - 1 + waiting.length;
  if (question) return <Dialog question={question} more={more} isTyping={isTyping} />;
  if (held.length + links.length === 0) return null;
  return (
    <aside aria-labelledby={heading} data-midcall="aside">
      <h2 id={heading} style={HIDDEN}>
        {messages.inbox}
      </h2>
      <HeldQuestionList />
      <OpenedLinks />
    </aside>
  );
}

function Dialog(props: {
  readonly question: OpenQuestion;
  readonly more: number;
  readonly isTyping: () => boolean;
}): ReactNode {
  const { question, more, isTyping } = props;
  const { id, needsApproval, ownCall, server } = question;
  const { respond } = useInboxContext();
  const { messages } = useLocalization();
  const news = use(NewsContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const escape = useRef<() => void>(undefined);
  // The question that has interrupted the user: what they type must not get into its first field.
  const [interrupting] = useState(() => (isTyping() ? id : undefined));
  useLayoutEffect(() => {
    const box = dialog.current!;
    box.showModal();
    // This also restores the focus.
    return () => box.close();
  }, []);
  useEffect(() => {
    const box = dialog.current!;
    box.scrollTo(0, 0);
    focusQuestion(box.querySelector("article")!, !ownCall || interrupting === id);
  }, [id, needsApproval, ownCall, interrupting]);
  const cancelQuestion = (): void => {
    if (escape.current) escape.current();
    else void respond(id, cancel());
  };

  return (
    <dialog
      ref={dialog}
      data-midcall="dialog"
      aria-label={messages.asks(shownName(server))}
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
        <ElicitationQuestion question={question} />
      </EscapeContext>
      {more > 0 && <p data-midcall="waiting">{messages.waiting(more)}</p>}
      <LiveRegion>{news}</LiveRegion>
    </dialog>
  );
}
