import type { InboxSnapshot, OpenQuestion } from "midcall/client";
import type { QuestionsView, QuestionView } from "./api-types.js";

const EMPTY = { type: "object", properties: {} } as const;

/** The question as it travels to the page, which reads the form again for itself. */
function toView(question: OpenQuestion, whole: boolean): QuestionView {
  if (question.mode === "url") return question;
  const { schema: _, ...rest } = question;
  // While the rule is `ask`, the name is all there is to see.
  return whole ? rest : { ...rest, message: "", requestedSchema: EMPTY, secretFields: [] };
}

export function toQuestionsView({ showing, waiting }: InboxSnapshot): QuestionsView {
  return {
    showing: showing.map((question) => toView(question, true)),
    waiting: waiting.map((question) => toView(question, false)),
  };
}
