import type { Inbox, OpenQuestion } from "midcall/client";
import { type AnswerBook, createAnswerBook } from "../../answers/answer-book.js";
import type { Scenario } from "../../answers/scenario.js";
import type { ScenarioRunView } from "../views/scenario-types.js";
import type { CallRecorder } from "./call-recorder.js";

/** Answers the questions of calls that were started from a scenario. */
export interface Replay {
  /** The call has been started with the arguments of this scenario. */
  begin(call: string, scenario: Scenario): void;
  /** What the scenario did not answer; `undefined` if the call was not started from one. */
  run(call: string): ScenarioRunView | undefined;
}

export interface ReplayOptions {
  readonly inbox: Pick<Inbox, "subscribe" | "getSnapshot" | "respond" | "markVisible">;
  /** The id of the call of a question; `undefined` if it is not certain. */
  callOf(question: string): string | undefined;
  readonly recorder: Pick<CallRecorder, "add">;
}

interface Run {
  readonly book: AnswerBook;
  readonly byHand: { message: string; why: string }[];
}

const MOST_RUNS = 50;
const MOST_NOTES = 50;
const VIA = "scenario";

/**
 * Creates a replay. A question that is not exactly the one that was answered (its message or its form differs, it leads to
 * a link, it asks for a secret, or its call is not certain) is left to the user, as if there were no scenario.
 */
export function createReplay({ inbox, callOf, recorder }: ReplayOptions): Replay {
  const runs = new Map<string, Run>();
  const seen = new Set<string>();

  const answer = (question: OpenQuestion, call: string, { book, byHand }: Run): void => {
    const leave = (why: string): void => {
      if (byHand.length < MOST_NOTES) byHand.push({ message: question.message, why });
    };
    const found = book.answer(question);
    if (!("result" in found)) {
      return leave([found.why, ...(found.issues ?? []).map(({ message }) => message)].join(" "));
    }
    const { result } = found;
    if (question.mode === "url" && result.action === "accept") {
      return leave("The console opens a link only when you click on it.");
    }
    inbox.markVisible(question.id);
    const outcome = inbox.respond(question.id, result, VIA);
    if (outcome.ok) recorder.add(call, question, result);
    else leave(outcome.errors.join(" "));
  };

  const answerNew = (): void => {
    for (const question of inbox.getSnapshot().showing) {
      const call = callOf(question.id);
      const run = call === undefined ? undefined : runs.get(call);
      // Whether the server may ask at all is for the user to decide first.
      if (!run || question.needsApproval || seen.has(question.id)) continue;
      seen.add(question.id);
      answer(question, call!, run);
    }
  };
  // Deferred, because the inbox calls its subscribers in the middle of a change.
  let isDue = false;
  inbox.subscribe(() => {
    if (isDue || runs.size === 0) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      answerNew();
    });
  });

  return {
    begin(call, { answers }) {
      runs.set(call, { book: createAnswerBook(answers), byHand: [] });
      if (runs.size > MOST_RUNS) runs.delete(runs.keys().next().value!);
    },
    run(call) {
      const found = runs.get(call);
      if (!found) return undefined;
      const unused = found.book.unused().slice(0, MOST_NOTES);
      return { byHand: found.byHand, unused: unused.map(({ message }) => message) };
    },
  };
}
