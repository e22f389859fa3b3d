import type { ReactNode } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { Button } from "./button.js";
import { useInboxContext, useMessages } from "../context.js";
import { ElicitationForm } from "./elicitation-form.js";
import { QuestionFrame } from "./question-frame.js";
import { shownName } from "./shown-name.js";
import { UrlConsent } from "./url-consent.js";

/** Properties of {@link ElicitationQuestion}. */
export interface ElicitationQuestionProps {
  readonly question: OpenQuestion;
}

/**
 * Any question: first whether the server may ask at all, where that is to be decided, then the form or
 * the link.
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
  if (question.gated) return <Gate key={question.id} question={question} />;
  return question.mode === "form" ? (
    <ElicitationForm question={question} />
  ) : (
    <UrlConsent question={question} />
  );
}

/** The server's name, and nothing of what it says. */
function Gate({ question }: ElicitationQuestionProps): ReactNode {
  const { id } = question;
  const server = shownName(question.server);
  const { store } = useInboxContext();
  const { messages } = useMessages();
  return (
    <QuestionFrame question={question}>
      <div data-midcall="gate">
        <p>{messages.gate(server)}</p>
        <div data-midcall="actions">
          <Button variant="primary" onClick={() => store.admit(id, "show")}>
            {messages.gateShow}
          </Button>
          <Button onClick={() => store.admit(id, "always")}>{messages.gateAlways(server)}</Button>
          <Button variant="danger" onClick={() => store.admit(id, "block")}>
            {messages.gateBlock(server)}
          </Button>
        </div>
      </div>
    </QuestionFrame>
  );
}
