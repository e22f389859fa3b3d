import type { InboxSnapshot, OpenQuestion } from "midcall/client";
import type { QuestionsView, QuestionView } from "./api-types.js";

const EMPTY = { type: "object", properties: {} } as const;

/** A question without its parsed schema; the page parses the requested schema itself. */
function toView(question: OpenQuestion, isShowing: boolean): QuestionView {
  if (question.mode === "url") return question;
  const { schema: _, ...rest } = question;
  // A waiting question may need the user's permission first, so only its server's name is sent.
  return isShowing ? rest : { ...rest, message: "", requestedSchema: EMPTY, secretFields: [] };
}

/** The open questions of the inbox, for the page. */
export function toQuestionsView({ showing, waiting, held, links }: InboxSnapshot): QuestionsView {
  return {
    showing: showing.map((question) => toView(question, true)),
    waiting: waiting.map((question) => toView(question, false)),
    held,
    links,
  };
}
