import type { ReactNode } from "react";
import type { ElicitationQuestionProps } from "../answering/any-question.js";
import { usePart } from "../loading/use-part.js";

/**
 * A question of any mode. If the server's rule is `ask`, it first asks the user whether the server may ask; then it
 * shows the form or the link.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * useElicitations().showing.map((question) => <ElicitationQuestion key={question.id} question={question} />);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model
 */
export function ElicitationQuestion(props: ElicitationQuestionProps): ReactNode {
  return usePart("AnyQuestion", props);
}
