import type { ReactNode } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { AnswerButton } from "./answer-button.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { FormAnswer } from "./form-answer.js";
import { QuestionFrame } from "../components/question-frame.js";
import { shownName } from "../components/shown-name.js";
import { LinkAnswer } from "../links/link-answer.js";

/** Properties of {@link ElicitationQuestion}. */
export interface ElicitationQuestionProps extends ElementAttributes {
  readonly question: OpenQuestion;
}

/** A question of any mode: its form or its link, or first whether its server may ask. */
export function AnyQuestion({ question, ...attributes }: ElicitationQuestionProps): ReactNode {
  const { id, needsApproval, mode } = question;
  if (needsApproval) return <Gate key={id} question={question} {...attributes} />;
  return mode === "form" ? (
    <FormAnswer key={id} question={question} {...attributes} />
  ) : (
    <LinkAnswer key={id} question={question} {...attributes} />
  );
}

/** Asks whether a server may ask. It shows only the server's name, no text from the server. */
function Gate({ question, ...attributes }: ElicitationQuestionProps): ReactNode {
  const { id } = question;
  const server = shownName(question.server);
  const { store } = useInboxContext();
  const { messages } = useQuestionLocalization();
  return (
    <QuestionFrame question={question} attributes={attributes}>
      <div data-midcall="gate">
        <p>{messages.approvalRequest(server)}</p>
        <div data-midcall="actions">
          <AnswerButton variant="primary" onClick={() => store.setPermission(id, "show")}>
            {messages.approveOnce}
          </AnswerButton>
          <AnswerButton onClick={() => store.setPermission(id, "always")}>
            {messages.approveAlways(server)}
          </AnswerButton>
          <AnswerButton variant="danger" onClick={() => store.setPermission(id, "block")}>
            {messages.block(server)}
          </AnswerButton>
        </div>
      </div>
    </QuestionFrame>
  );
}
