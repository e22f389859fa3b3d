import type { AuditTrailEvent } from "midcall/audit";
import type { OpenQuestion } from "midcall/client";
import { displayText } from "midcall/form";
import type { NoAnswer } from "../../answers/mount-answers.js";

/** A question and how it ended; never what was answered. */
export interface LoggedQuestion {
  readonly server: string;
  readonly tool?: string | undefined;
  readonly message: string;
  readonly mode: "form" | "url" | undefined;
  readonly action: "accept" | "decline" | "cancel" | "unanswered";
  /** Names of the form's fields. */
  readonly fields: readonly string[];
  /** Why it was not answered, as a code. */
  readonly reason?: string | undefined;
  /** What is known of a question the answers file had no answer for. */
  readonly noAnswer?: (NoAnswer & { readonly question: OpenQuestion }) | undefined;
}

/** Every question of a run, for the report at its end. */
export interface QuestionLog {
  /** Takes what the inbox tells its audit. */
  record(event: AuditTrailEvent): void;
  /** Notes why the file has no answer, before the question ends. */
  noteNoAnswer(question: OpenQuestion, reason: NoAnswer): void;
  readonly questions: readonly LoggedQuestion[];
  /** How many more there were than are kept. */
  readonly dropped: number;
  /** Those that should have had an answer and had none. */
  unanswered(): readonly LoggedQuestion[];
  /** How the last question ended that somebody said no to, or walked away from. */
  readonly lastRefusal: "decline" | "cancel" | undefined;
  /** Whether any question had no answer, kept or not. */
  readonly hasUnanswered: boolean;
}

/** A hostile server must not fill the memory, or the screen. */
const MOST = 200;
const LONGEST = 2_000;

export function createQuestionLog(): QuestionLog {
  const questions: LoggedQuestion[] = [];
  const missed = new Map<string, NoAnswer & { question: OpenQuestion }>();
  let dropped = 0;
  let lastNo: QuestionLog["lastRefusal"];
  let hasUnanswered = false;

  return {
    record(event) {
      const { id = "", mode, message = "", fields = [], tool, reason } = event;
      const why = missed.get(id);
      missed.delete(id);
      const action = event.action ?? "unanswered";
      if (action === "decline" || action === "cancel") lastNo = action;
      // A server that takes its question back does not miss the answer.
      if (action === "unanswered" && reason !== "withdrawn") hasUnanswered = true;
      if (questions.length >= MOST) {
        dropped += 1;
        return;
      }
      questions.push({
        server: event.server?.name ?? "",
        tool,
        message: displayText(message.slice(0, LONGEST), { lines: true }),
        mode,
        action,
        fields: fields.map(({ name }) => name),
        reason,
        noAnswer: why,
      });
    },
    noteNoAnswer(question, reason) {
      missed.set(question.id, { ...reason, question });
    },
    questions,
    get dropped() {
      return dropped;
    },
    unanswered: () =>
      questions.filter(({ action, reason }) => action === "unanswered" && reason !== "withdrawn"),
    get lastRefusal() {
      return lastNo;
    },
    get hasUnanswered() {
      return hasUnanswered;
    },
  };
}
