import {
  accept,
  type Answer,
  cancel,
  decline,
  invalidContent,
  never,
  type Question,
  validContent,
} from "midcall/testing";
import type { Behaviour } from "../behaviour.js";

/** Far more often than a server that gives the user a few attempts. */
const MOST_REPEATS = 10;
const MOST_QUESTIONS = 60;

/** The scripted user of one call. */
export interface User {
  answer(question: Question): Answer;
  readonly hasAcceptedLink: boolean;
  readonly hasSentInvalid: boolean;
  /** Why the user could not behave as planned. */
  readonly problem: string | undefined;
  /** How often the most frequent question came, if that is a loop. */
  readonly loop: number | undefined;
}

/** @param onLoop - called when the server does not stop asking */
export function createUser(behaviour: Behaviour, onLoop: () => void): User {
  const counts = new Map<string, number>();
  let questions = 0;
  let hasAcceptedLink = false;
  let hasSentInvalid = false;
  let problem: string | undefined;
  let loop: number | undefined;

  function acceptValid(question: Question): Answer {
    if (question.mode === "url") {
      hasAcceptedLink = true;
      return accept();
    }
    const content = validContent(question.requestedSchema);
    if (content) return accept(content);
    problem = "No valid answer could be made from the schema of a question.";
    return decline();
  }

  function acceptInvalid(question: Question): Answer {
    const content = hasSentInvalid ? undefined : invalidContent(question.requestedSchema);
    if (!content) return decline();
    hasSentInvalid = true;
    return accept(content);
  }

  return {
    answer(question) {
      const text = JSON.stringify([question.message, question.url, question.requestedSchema]);
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      questions += 1;
      if (count > MOST_REPEATS || questions > MOST_QUESTIONS) {
        loop = count > MOST_REPEATS ? count : questions;
        onLoop();
        return never();
      }
      // The call failed because of this link: without its page, trying again leads to the same link.
      if (question.via === "url_required") return decline();
      switch (behaviour) {
        case "accept":
        case "duplicate":
          return acceptValid(question);
        case "invalid":
          return acceptInvalid(question);
        case "decline":
          return decline();
        case "cancel":
          return cancel();
        case "silence":
        case "late":
          return never();
      }
    },
    get hasAcceptedLink() {
      return hasAcceptedLink;
    },
    get hasSentInvalid() {
      return hasSentInvalid;
    },
    get problem() {
      return problem;
    },
    get loop() {
      return loop;
    },
  };
}
