import { type ReactNode, use, useEffect, useLayoutEffect, useRef } from "react";
import { cancel, type OpenQuestion } from "../../client/index.js";
import { NewsContext, useInboxContext, useLocalization } from "../context.js";
import { ElicitationQuestion } from "./elicitation-question.js";
import { LiveRegion } from "./live-region.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/**
 * The question whose turn it is, in a modal dialog. The focus goes to its heading, so that nothing is
 * answered by a key that was meant for the page, and back to where it was. Escape means “not now”.
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
  const { showing, waiting } = useElicitations();
  const [question] = showing;
  return question && <Dialog question={question} more={showing.length - 1 + waiting.length} />;
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
    // Gives the focus back as well.
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
        // The answer takes the dialog away, when it has been taken.
        event.preventDefault();
        void respond(id, cancel());
      }}
      onClose={() => {
        // Browsers close a dialog against its will when Escape is pressed twice.
        if (!dialog.current || dialog.current.open) return;
        void respond(id, cancel());
        // Still here if the answer was not taken.
        dialog.current?.showModal();
      }}
    >
      <ElicitationQuestion question={question} />
      {more > 0 && <p data-midcall="waiting">{messages.waiting(more)}</p>}
      <LiveRegion>{news}</LiveRegion>
    </dialog>
  );
}
