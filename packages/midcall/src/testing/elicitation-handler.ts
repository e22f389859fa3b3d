import { ProtocolError } from "@modelcontextprotocol/client";
import type { Answer } from "./answers.js";
import { UnexpectedQuestionError, UnexpectedRequestError } from "./errors.js";
import { readQuestion, type Question, type QuestionOrigin } from "./question.js";
import type { Script } from "./script.js";

/** A request of a server that is not a question: `sampling/createMessage` or `roots/list`. */
export interface OtherRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returned if the host sends the call again without an answer. */
export const NO_ANSWER: unique symbol = Symbol("no answer");

/** The user's side of a test host: handles every question, however it was asked. */
export interface ElicitationHandler {
  readonly questions: Question[];
  /** Questions shown and not answered yet. */
  readonly open: Set<Question>;
  /** Resolves with the wire result; rejects on {@link hostError}, or when the script has no answer. */
  ask(
    params: unknown,
    origin: Omit<QuestionOrigin, "index">,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Answers a sampling or roots request. */
  serve(request: OtherRequest): Promise<unknown>;
}

export function createElicitationHandler(
  script: Script,
  onRequest: ((request: OtherRequest) => unknown) | undefined,
): ElicitationHandler {
  const questions: Question[] = [];
  const open = new Set<Question>();
  return {
    questions,
    open,
    async ask(params, origin, signal) {
      const question = readQuestion(params, { ...origin, index: questions.length });
      questions.push(question);
      open.add(question);
      try {
        const answer = await script.next(question);
        if (answer === undefined) throw new UnexpectedQuestionError(question);
        return await follow(answer, question, signal);
      } finally {
        open.delete(question);
      }
    },
    async serve(request) {
      if (onRequest === undefined) throw new UnexpectedRequestError(request.method);
      return onRequest(request);
    },
  };
}

async function follow(answer: Answer, question: Question, signal: AbortSignal): Promise<unknown> {
  if ("action" in answer) return answer;
  switch (answer.kind) {
    case "raw":
      return answer.result;
    case "error":
      throw new ProtocolError(answer.code, answer.message, answer.data);
    case "after":
      await wait(answer.ms, signal);
      return follow(answer.answer, question, signal);
    case "never":
      // Only on 2026-07-28 can the host send the call again without an answer.
      await wait(question.via === "input_required" ? answer.returnsAfterMs : undefined, signal);
      return NO_ANSWER;
  }
}

/** Waits `ms` milliseconds, or forever without a number; rejects as soon as `signal` aborts. */
export function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer =
      ms === undefined
        ? undefined
        : setTimeout(() => {
            signal.removeEventListener("abort", stop);
            resolve();
          }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
