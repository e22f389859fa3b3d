import type { Inbox, OpenQuestion } from "midcall/client";
import { cannotAsk } from "midcall/client";
import type { AnswerBook, AnswerIssue } from "./answer-book.js";

/** Why a question is not answered. */
export interface NoAnswer {
  readonly why: string;
  readonly issues?: readonly AnswerIssue[] | undefined;
}

/** Called for links, as they are handled. */
export interface LinkNotices {
  /** A link was accepted and is about to be opened. Its message may contain what the page asks for. */
  onAccepted?(question: OpenQuestion): void;
  /** A link was accepted, and the server has not yet reported that it is complete. */
  onWaiting?(question: OpenQuestion): void;
}

const VIA = "answers-file";
/** What the server is told. It must not learn what the file contains. */
const NO_ANSWER =
  "Questions are answered from a file here, and the file has no valid answer to this one.";

/**
 * Answers the questions of an inbox from a file, in place of a UI. A question without an answer ends with
 * "no-answer", so that the server can fall back.
 *
 * @param onNoAnswer - called before such a question ends
 * @param links - called for links
 * @returns a function that unmounts it
 */
export function mountAnswers(
  inbox: Inbox,
  book: AnswerBook,
  onNoAnswer: (question: OpenQuestion, reason: NoAnswer) => void,
  links: LinkNotices = {},
): () => void {
  const seen = new Set<string>();
  const waited = new Set<string>();
  let isDue = false;

  const answer = (question: OpenQuestion): void => {
    const { id } = question;
    const found = book.answer(question);
    const giveUp = (reason: NoAnswer): void => {
      onNoAnswer(question, reason);
      inbox.respond(id, cannotAsk("no-answer", NO_ANSWER), VIA);
    };
    if (!("result" in found)) return giveUp(found);
    // The time limit starts now, and includes the wait for an opened page.
    inbox.markVisible(id);
    if (question.mode === "url" && found.result.action === "accept") links.onAccepted?.(question);
    const outcome = inbox.respond(id, found.result, VIA);
    if (!outcome.ok) giveUp({ why: outcome.errors.join(" ") });
  };

  const answerNew = (): void => {
    isDue = false;
    for (const question of inbox.getSnapshot().showing) {
      const isOpened = question.mode === "url" && question.opened;
      if (isOpened && !waited.has(question.id)) {
        waited.add(question.id);
        links.onWaiting?.(question);
      }
      if (seen.has(question.id)) continue;
      seen.add(question.id);
      answer(question);
    }
  };
  // Deferred, because the inbox calls its subscribers in the middle of a change.
  const stop = inbox.subscribe(() => {
    if (!isDue) queueMicrotask(answerNew);
    isDue = true;
  });
  const unmount = inbox.mount();
  return () => {
    stop();
    unmount();
  };
}
