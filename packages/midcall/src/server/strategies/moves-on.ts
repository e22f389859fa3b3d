import type { Question } from "../elicitation/question.js";
import type { Placement } from "../fallback/placements.js";
import type { Settings } from "../options.js";
import { type Settlement, timeoutOf } from "./question-lifecycle.js";

/** The parts that say where else a question can be put. */
export interface MovesOnParts {
  readonly settings: Settings;
  /** Where a question can be put, best first. */
  readonly placesFor: (question: Question, failedNatively?: boolean) => readonly Placement[];
}

/** Reasons for which a host has not put a question to the user, so that it can be asked elsewhere. */
const NOT_ASKED: ReadonlySet<string> = new Set(["auto-declined", "unsupported", "invalid"]);

/** Whether no user answered in the host, and the question can be asked elsewhere. */
export function movesOn(
  { settings, placesFor }: MovesOnParts,
  question: Question,
  outcome: Settlement["outcome"],
  askedAt: number,
): boolean {
  if (outcome.kind !== "unanswered") return false;
  const { reason } = outcome;
  // A host of 2025 may give the call less time than the question has.
  const isEarly = reason === "deadline" && settings.now() < askedAt + timeoutOf(question, settings);
  return (isEarly || NOT_ASKED.has(reason)) && placesFor(question, true).length > 0;
}
