import { awaitsEnd, type Question } from "../elicitation/question.js";
import type { Settings } from "../options.js";
import { kindOf } from "./placements.js";

/**
 * Whether a question leads to a page of the server's own whose end is known: its user gets the link as it is, and its end is
 * awaited from then on.
 */
export function isOwnPage(question: Question, { pages }: Settings): boolean {
  if (question.mode === "form") return false;
  const isOwn = pages?.linkId(question.url) !== undefined && awaitsEnd(question);
  return isOwn || kindOf(question) === "credential";
}
