import type { ReactNode } from "react";
import { useLanguage, useLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useTyping } from "../focus/use-typing.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { PartsMissing } from "../loading/parts-missing.js";
import { useParts } from "../loading/use-parts.js";

/**
 * A modal dialog with the current question. It moves the focus to its heading, so that a key meant for the page answers
 * nothing, or to the first field if the user started the call; and restores the focus when it closes. Escape cancels
 * the question; if something was entered, it asks before.
 *
 * While there is no question, a part of the page that is not modal shows the questions that a limit holds back, and the
 * pages that the user has opened.
 *
 * @param props - attributes of the dialog, and of that part of the page
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
export function ElicitationDialog(props: ElementAttributes): ReactNode {
  const { showing, held, links } = useElicitations();
  const { messages } = useLocalization();
  const { parts, failures } = useParts();
  const isTyping = useTyping();
  const language = useLanguage();
  if (showing.length + held.length + links.length === 0) return null;
  if (parts) return <parts.QuestionDialog isTyping={isTyping} attributes={props} />;
  if (failures === 0) return null;
  return (
    <aside {...language} aria-label={messages.inbox} data-midcall="aside">
      <PartsMissing />
    </aside>
  );
}
