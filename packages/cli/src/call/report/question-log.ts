import type { AuditTrailEvent } from "midcall/audit";
import type { OpenQuestion } from "midcall/client";
import { displayText } from "midcall/form";
import type { NoAnswer } from "../../answers/mount-answers.js";

/** A question and how it ended, without the answer. */
export interface LoggedQuestion {
  /** The title that the server gives itself, or else the name it was started as; untrusted. */
  readonly server: string;
  readonly tool?: string | undefined;
  readonly message: string;
  readonly mode: "form" | "url" | undefined;
  readonly action: "accept" | "decline" | "cancel" | "unanswered";
  /** The names of the form's fields. */
  readonly fields: readonly string[];
  /** The reason code of an unanswered question. */
  readonly reason?: string | undefined;
  /** Why the answers file did not answer it. */
  readonly noAnswer?: (NoAnswer & { readonly question: OpenQuestion }) | undefined;
}

/** Every question of a run, for the report at its end. */
export interface QuestionLog {
  /** Calls the server by the title that it gives itself, from now on. */
  nameServer(title: string | undefined): void;
  /** Takes an audit event of the inbox. */
  record(event: AuditTrailEvent): void;
  /** Records why the answers file has no answer; called before the question ends. */
  noteNoAnswer(question: OpenQuestion, reason: NoAnswer): void;
  readonly questions: readonly LoggedQuestion[];
  /** How many more questions there were. */
  readonly dropped: number;
  /** The questions without an answer, except those the server withdrew. */
  unanswered(): readonly LoggedQuestion[];
  /** The action of the last question that was declined or cancelled. */
  readonly lastRefusal: "decline" | "cancel" | undefined;
  /** Whether any question was not answered, even if it is not in `questions`. */
  readonly hasUnanswered: boolean;
}

/** Limits, so that a hostile server cannot fill the memory or the screen. */
const MOST = 200;
const LONGEST = 2_000;

export function createQuestionLog(): QuestionLog {
  const questions: LoggedQuestion[] = [];
  const missed = new Map<string, NoAnswer & { question: OpenQuestion }>();
  let dropped = 0;
  let title: string | undefined;
  let lastNo: QuestionLog["lastRefusal"];
  let hasUnanswered = false;

  return {
    nameServer(given) {
      title = given;
    },
    record(event) {
      const { id = "", mode, message = "", fields = [], tool, reason, count } = event;
      const why = missed.get(id);
      missed.delete(id);
      const action = event.action ?? "unanswered";
      if (action === "decline" || action === "cancel") lastNo = action;
      // A withdrawn question needs no answer.
      if (action === "unanswered" && reason !== "withdrawn") hasUnanswered = true;
      // What nobody was shown is counted by the inbox, where there is much of it.
      if (questions.length >= MOST || count !== undefined) {
        dropped += count ?? 1;
        return;
      }
      questions.push({
        server: title ?? event.server?.name ?? "",
        tool,
        message: displayText(message.slice(0, LONGEST), { lines: true }),
        // Other requests are not answered here.
        mode: mode === "form" || mode === "url" ? mode : undefined,
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
