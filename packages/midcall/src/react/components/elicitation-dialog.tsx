import { type ReactNode, use, useEffect, useId, useLayoutEffect, useRef } from "react";
import { cancel, type OpenQuestion } from "../../client/index.js";
import { NewsContext, useInboxContext, useLocalization } from "../context.js";
import { ElicitationQuestion } from "./elicitation-question.js";
import { HeldQuestionList } from "./held-questions.js";
import { HIDDEN } from "./hidden.js";
import { LiveRegion } from "./live-region.js";
import { OpenedLinks } from "./opened-links.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/**
 * A modal dialog with the current question. It moves the focus to its heading, so that a key meant for the page answers
 * nothing, and restores the focus when it closes. Escape cancels the question.
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
  const [question] = showing;
  if (question) return <Dialog question={question} more={showing.length - 1 + waiting.length} />;
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

function Dialog(props: { readonly question: OpenQuestion; readonly more: number }): ReactNode {
  const { question, more } = props;
  const { id, needsApproval, server } = question;
  const { respond } = useInboxContext();
  const { messages } = useLocalization();
  const news = use(NewsContext);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = dialog.current!;
    box.showModal();
    // This also restores the focus.
    return () => box.close();
  }, []);
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>("h3")?.focus();
    dialog.current?.scrollTo(0, 0);
  }, [id, needsApproval]);

  return (
    <dialog
      ref={dialog}
      data-midcall="dialog"
      aria-label={messages.asks(shownName(server))}
      onCancel={(event) => {
        // The dialog is removed once the answer has been accepted.
        event.preventDefault();
        void respond(id, cancel());
      }}
      onClose={() => {
        // Browsers close a dialog despite preventDefault when Escape is pressed twice.
        if (!dialog.current || dialog.current.open) return;
        void respond(id, cancel());
        // The dialog is shown again if the answer was not accepted.
        dialog.current?.showModal();
      }}
    >
      <ElicitationQuestion question={question} />
      {more > 0 && <p data-midcall="waiting">{messages.waiting(more)}</p>}
      <LiveRegion>{news}</LiveRegion>
    </dialog>
  );
}
