import type { RespondOutcome } from "../../../src/client/index.js";
import type { AppAnswer } from "../../../src/contracts/app.js";
import type { Connection } from "../host/json-rpc.js";
import type { NextStep } from "../host/tell-model.js";
import { look, type Looked, sendAnswer, type Sent } from "./answer-tool.js";
import type { ToolQuestion } from "./read-question.js";
import type { Shown } from "./shown.js";
import { askerOf, isIdle, type ViewState } from "./view-state.js";

/** How long a question waits for the news whether it is still open. The host may ask the user to allow that. */
const LOOK_MS = 1_500;
/** How long an answer may take before the user can send it again. */
const ANSWER_MS = 90_000;

const OK: RespondOutcome = { ok: true };
const refused = (error: string): RespondOutcome => ({ ok: false, errors: [error] });

/** The question of a tool's result. */
export interface ToolQuestions {
  /** Shows the question of a result; `undefined`: the result has none. */
  take(question: ToolQuestion | undefined): void;
  /** Answers the question that is shown. */
  answer(answer: AppAnswer): Promise<RespondOutcome>;
}

export function createToolQuestions(
  connection: Connection,
  { state, show, after, messages }: Shown,
  tell: (text: string) => Promise<NextStep>,
): ToolQuestions {
  let current: ToolQuestion | undefined;

  /** Shows a question, or how it has ended. */
  function reveal(question: ToolQuestion, looked: Looked): void {
    const { phase } = state();
    const isOpenHere = phase === "looking" || phase === "asking" || phase === "unreadable";
    if (current !== question || !isOpenHere) return;
    if (looked && looked.status !== "open") {
      show({ phase: "over", why: looked.status, asker: askerOf(question.shown) });
    } else if (phase === "looking") {
      const shown = (looked?.question ?? question).shown;
      show(shown ? { phase: "asking", question: shown } : { phase: "unreadable" });
    }
  }

  function settle(question: ToolQuestion, answer: AppAnswer, sent: Sent): RespondOutcome {
    const asker = askerOf(question.shown);
    const { phase } = state();
    // A confirmation that comes late still counts.
    if (current !== question || phase === "done") return OK;
    switch (sent.status) {
      case "invalid":
        return refused(sent.reason || messages().notAccepted);
      case "refused":
        return refused(messages().notPassedOn(asker));
      case "received": {
        const done = { phase: "done", action: answer.action, next: undefined, asker } as const;
        show(done);
        void tell(messages().toModel[answer.action](asker)).then((next) => {
          if (state() === done) show({ ...done, next });
        });
        return OK;
      }
      default:
        if (phase === "asking") show({ phase: "over", why: sent.status, asker });
        return OK;
    }
  }

  return {
    take(question) {
      const before: ViewState = state();
      if (!question) {
        if (isIdle(before)) show({ phase: "empty" });
        return;
      }
      // Hosts deliver a result more than once: what the user has entered stays.
      if (question.id === current?.id) return;
      current = question;
      show({ phase: "looking" });
      after(LOOK_MS, () => reveal(question, undefined));
      const lookAgain = (): void =>
        void look(connection, question).then((looked) => reveal(question, looked));
      lookAgain();
      const { expiresAt } = question.shown ?? {};
      if (expiresAt === undefined) return;
      // Clocks differ, so the server is asked.
      after(Math.max(0, expiresAt - Date.now()) + 1000, () => {
        if (state().phase === "asking") lookAgain();
      });
    },
    answer(answer) {
      const question = current;
      if (!question || state().phase !== "asking") return Promise.resolve(OK);
      return new Promise((resolve) => {
        after(ANSWER_MS, () => resolve(refused(messages().notConfirmed)));
        void sendAnswer(connection, question, answer)
          .then((sent) => settle(question, answer, sent))
          .then(resolve);
      });
    },
  };
}
