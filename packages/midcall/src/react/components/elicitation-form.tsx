import type { ReactNode } from "react";
import type { ElicitationFormProps } from "../answering/form-answer.js";
import { usePart } from "../loading/use-part.js";

/**
 * A form-mode question with its heading, fields and buttons: the user fills in and sends the form, or declines or
 * cancels. A question with one yes/no field has a button for each answer, which sends it.
 *
 * Input is kept as long as the question is open, even while this component is not rendered. A decline or a cancel asks
 * before it discards what was entered.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * const { showing } = useElicitations();
 * return showing.map((question) =>
 *   question.mode === "form" && !question.needsApproval ? <ElicitationForm key={question.id} question={question} /> : null,
 * );
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode
 */
export function ElicitationForm(props: ElicitationFormProps): ReactNode {
  return usePart("FormAnswer", props);
}
