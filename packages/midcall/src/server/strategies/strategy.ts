import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { Question } from "../elicitation/question.js";
import type { Lacking } from "../call/replay/replay.js";

/** Puts questions to the person behind one call, in the way of one protocol era. */
export interface ElicitationStrategy {
  /** Asks. The promise stays open for good where the protocol version has the handler run again for the answer. */
  ask(question: Question): Promise<Answer<unknown> | UrlAnswer>;
  /** Whether a question is before the person whose answer this run cannot have. */
  isOpen(): boolean;
  /**
   * The run has come to rest.
   *
   * @param lacking What earlier rounds asked and this run has not come to.
   */
  atRest(lacking: Lacking | undefined): void;
  /** The call is over: withdraw what is still open. */
  end(): void;
}

/** What a call gives its asker. */
export interface RunControl {
  /** Ends the call with an error, past the handler's own `catch`. */
  fail(error: unknown): void;
  /** A question is put before the person. @throws DuplicateQuestionError */
  opening(question: Question): void;
  /** The error for a run that does not come to what earlier rounds asked. */
  mismatch(lacking: Lacking): Error;
  /** Ends this run of the handler with a result of the SDK's. */
  suspend(result: () => unknown): void;
  /** Aborts the handler's signal because a deadline passed. */
  deadlinePassed(): void;
}

/** A promise nobody settles: what a handler waits for when its run is over. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
