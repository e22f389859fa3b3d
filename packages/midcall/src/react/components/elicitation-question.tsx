import type { ReactNode } from "react";
import type { ElicitationQuestionProps } from "../answering/any-question.js";
import { PartsMissing } from "../loading/parts-missing.js";
import { useParts } from "../loading/use-parts.js";

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
  const { parts } = useParts();
  return parts ? <parts.AnyQuestion {...props} /> : <PartsMissing />;
}
