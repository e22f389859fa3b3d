import type { ReactNode } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { Button } from "./button.js";
import { useInboxContext, useLocalization } from "../context.js";
import { ElicitationForm } from "./elicitation-form.js";
import { QuestionFrame } from "./question-frame.js";
import { shownName } from "./shown-name.js";
import { UrlConsent } from "../links/url-consent.js";

/** Properties of {@link ElicitationQuestion}. */
export interface ElicitationQuestionProps {
  readonly question: OpenQuestion;
}

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
export function ElicitationQuestion({ question }: ElicitationQuestionProps): ReactNode {
  if (question.needsApproval) return <Gate key={question.id} question={question} />;
  return question.mode === "form" ? (
    <ElicitationForm question={question} />
  ) : (
    <UrlConsent question={question} />
  );
}

/** Asks whether a server may ask. It shows only the server's name, no text from the server. */
function Gate({ question }: ElicitationQuestionProps): ReactNode {
  const { id } = question;
  const server = shownName(question.server);
  const { store } = useInboxContext();
  const { messages } = useLocalization();
  return (
    <QuestionFrame question={question}>
      <div data-midcall="gate">
        <p>{messages.approvalRequest(server)}</p>
        <div data-midcall="actions">
          <Button variant="primary" onClick={() => store.setPermission(id, "show")}>
            {messages.approveOnce}
          </Button>
          <Button onClick={() => store.setPermission(id, "always")}>
            {messages.approveAlways(server)}
          </Button>
          <Button variant="danger" onClick={() => store.setPermission(id, "block")}>
            {messages.block(server)}
          </Button>
        </div>
      </div>
    </QuestionFrame>
  );
}
