import type { Inbox, OpenQuestion } from "midcall/client";
import { cannotAsk } from "midcall/client";
import type { AnswerBook, AnswerIssue } from "./answer-book.js";

/** Why a question stays without an answer. */
export interface NoAnswer {
  readonly why: string;
  readonly issues?: readonly AnswerIssue[] | undefined;
}

/** What is done with links, as it comes. */
export interface LinkNotices {
  /** One is agreed to, and about to be opened: its message may have what the page asks for. */
  agreed?(question: OpenQuestion): void;
  /** One was agreed to and is waited for, until the server says it is done. */
  waiting?(question: OpenQuestion): void;
}

const VIA = "answers-file";

/**
 * Answers the questions of an inbox from a file, as a UI would. What the file has no answer for is
 * ended as "nobody can be asked", so that servers may try another way.
 *
 * @param onNoAnswer - told before such a question ends
 * @param links - told what is done with links
 * @returns ends it
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
    const said = book.answer(question);
    const giveUp = (reason: NoAnswer): void => {
      onNoAnswer(question, reason);
      inbox.respond(id, cannotAsk("no-answer"), VIA);
    };
    if (!("result" in said)) return giveUp(said);
    // Its time runs from here on, also while the end of an opened page is awaited.
    inbox.markVisible(id);
    if (question.mode === "url" && said.result.action === "accept") links.agreed?.(question);
    const outcome = inbox.respond(id, said.result, VIA);
    if (!outcome.ok) giveUp({ why: outcome.errors.join(" ") });
  };

  const look = (): void => {
    isDue = false;
    for (const question of inbox.getSnapshot().showing) {
      const isOpened = question.mode === "url" && question.opened;
      if (isOpened && !waited.has(question.id)) {
        waited.add(question.id);
        links.waiting?.(question);
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
