import type { Inbox, OpenQuestion } from "midcall/client";
import { cannotAsk } from "midcall/client";
import type { AnswerBook, AnswerIssue } from "./answer-book.js";

/** Why a question stays without an answer. */
export interface NoAnswer {
  readonly why: string;
  readonly issues?: readonly AnswerIssue[] | undefined;
}

const VIA = "answers-file";

/**
 * Answers the questions of an inbox from a file, as a UI would. What the file has no answer for is
 * ended as "nobody can be asked", so that servers may try another way.
 *
 * @param onNoAnswer - told before such a question ends
 * @param onWait - told of a link that was agreed to and is waited for, until the server says it is done
 * @returns ends it
 */
export function mountAnswers(
  inbox: Inbox,
  book: AnswerBook,
  onNoAnswer: (question: OpenQuestion, reason: NoAnswer) => void,
  onWait: (question: OpenQuestion) => void = () => {},
): () => void {
  const seen = new Set<string>();
  const waited = new Set<string>();
  let isDue = false;

  const answer = (question: OpenQuestion): void => {
    const { id } = question;
    const said = book.answer(question);
    const giveUp = (reason: NoAnswer): void => {
      onNoAnswer(question, reason);
      inbox.respond(id, cannotAsk("no-answer"), VIA);
    };
    if (!("result" in said)) return giveUp(said);
    // Its time runs from here on, also while the end of an opened page is awaited.
    inbox.shown(id);
    const outcome = inbox.respond(id, said.result, VIA);
    if (!outcome.ok) giveUp({ why: outcome.errors.join(" ") });
  };

  const look = (): void => {
    isDue = false;
    for (const question of inbox.getSnapshot().showing) {
      const isOpened = question.mode === "url" && question.opened;
      if (isOpened && !waited.has(question.id)) {
        waited.add(question.id);
        onWait(question);
      }
      if (seen.has(question.id)) continue;
      seen.add(question.id);
      answer(question);
    }
  };
  // Not at once: the inbox is in the middle of a change when it calls.
  const stop = inbox.subscribe(() => {
    if (!isDue) queueMicrotask(look);
    isDue = true;
  });
  const unmount = inbox.mount();
  return () => {
    stop();
    unmount();
  };
}
