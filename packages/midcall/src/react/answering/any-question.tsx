import type { ReactNode } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { Button } from "../components/button.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { FormAnswer } from "./form-answer.js";
import { QuestionFrame } from "../components/question-frame.js";
import { shownName } from "../components/shown-name.js";
import { LinkAnswer } from "../links/link-answer.js";

/** Properties of {@link ElicitationQuestion}. */
export interface ElicitationQuestionProps {
  readonly question: OpenQuestion;
}

/** A question of any mode: its form or its link, or first whether its server may ask. */
export function AnyQuestion({ question }: ElicitationQuestionProps): ReactNode {
  if (question.needsApproval) return <Gate key={question.id} question={question} />;
  return question.mode === "form" ? (
    <FormAnswer key={question.id} question={question} />
  ) : (
    <LinkAnswer key={question.id} question={question} />
  );
}

/** Asks whether a server may ask. It shows only the server's name, no text from the server. */
function Gate({ question }: ElicitationQuestionProps): ReactNode {
  const { id } = question;
  const server = shownName(question.server);
  const { store } = useInboxContext();
  const { messages } = useQuestionLocalization();
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
