import { MidcallError } from "../contracts/errors.js";
import { nameQuestion, type Question } from "./question.js";

/** The server asked a question for which the script has no answer. */
export class UnexpectedQuestionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_UNEXPECTED_QUESTION";
  override readonly code = "ERR_MIDCALL_TEST_UNEXPECTED_QUESTION";
  /** The question, as it came over the wire. */
  readonly question: Question;

  constructor(question: Question) {
    super(
      `The server asked an unexpected ${nameQuestion(question)}. The script has no answer left ` +
        `for it. Add one to "answers", or correct the server.`,
    );
    this.question = question;
  }
}

/** The server sent a request other than a question (sampling, roots) and no `onRequest` was given. */
export class UnexpectedRequestError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_UNEXPECTED_REQUEST";
  override readonly code = "ERR_MIDCALL_TEST_UNEXPECTED_REQUEST";

  constructor(method: string) {
    super(
      `The server sent "${method}", which this test host cannot answer. ` +
        `Pass createTestHost an "onRequest" that returns its result.`,
    );
  }
}

/** Scripted answers that no question used. Thrown by `host.expectNoLeftovers()`. */
export class LeftoverAnswersError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_LEFTOVER_ANSWERS";
  override readonly code = "ERR_MIDCALL_TEST_LEFTOVER_ANSWERS";

  constructor(leftovers: readonly string[], asked: readonly Question[]) {
    super(
      `${leftovers.length} scripted answer(s) were never used: ${leftovers.join("; ")}. ` +
        (asked.length === 0
          ? "The server asked nothing."
          : `The server asked only: ${asked.map(nameQuestion).join("; ")}.`),
    );
  }
}

/** A call did not finish in time; open questions are named. */
export class CallTimeoutError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_CALL_TIMEOUT";
  override readonly code = "ERR_MIDCALL_TEST_CALL_TIMEOUT";

  constructor(call: string, timeoutMs: number, open: readonly Question[]) {
    super(
      `${call} did not finish within ${timeoutMs} ms. ` +
        (open.length === 0
          ? "No question was open: the server itself is waiting or stuck."
          : `Still open: ${open.map(nameQuestion).join("; ")}. The script never answers it.`) +
        ` Raise "timeoutMs" if that is intended.`,
    );
  }
}

/** The host was closed while a call was under way, or before it was made. */
export class HostClosedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_HOST_CLOSED";
  override readonly code = "ERR_MIDCALL_TEST_HOST_CLOSED";

  constructor(when: "during" | "before") {
    super(
      when === "during"
        ? "The test host was closed while this call was under way. Await the call first."
        : "The test host has been closed. Call before close(), and within the block of `await using`.",
    );
  }
}

/** The server kept answering `input_required` for more rounds than the host allows. */
export class TooManyRoundsError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TEST_TOO_MANY_ROUNDS";
  override readonly code = "ERR_MIDCALL_TEST_TOO_MANY_ROUNDS";

  constructor(call: string, maxRounds: number) {
    super(
      `${call} still required input after ${maxRounds} rounds. Does it ask a different question every ` +
        `time it runs? Raise "maxRounds" if that many are intended.`,
    );
  }
}
