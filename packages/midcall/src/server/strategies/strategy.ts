import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { Question } from "../elicitation/question.js";
import type { Unreached } from "../call/replay/replay.js";

/** How a group of protocol versions asks the user behind a call. */
export interface ElicitationStrategy {
  /** Asks a question. The promise never settles if the handler is run again for the answer. */
  ask(question: Question): Promise<Answer<unknown> | UrlAnswer>;
  /** A question is asked again under another key. Returns what it was, if an earlier round has left it open. */
  replaced(key: string): { readonly message: string; readonly isAnswered: boolean } | undefined;
  /** Whether a question is open whose answer this run cannot get. */
  isOpen(): boolean;
  /**
   * Called when the run has come to rest.
   *
   * @param unreached What earlier rounds asked and this run has not reached.
   */
  atRest(unreached: Unreached | undefined): void;
  /** Called when the call is over: withdraws the open questions. */
  end(): void;
}

/** The control that a strategy has over the run it asks for. */
export interface RunControl {
  /** Ends the call with an error, past the handler's own `catch`. */
  fail(error: unknown): void;
  /** To be called when a question is put to the user. @throws DuplicateQuestionError */
  opening(question: Question): void;
  /** The error for a run that does not reach what earlier rounds asked. */
  mismatch(unreached: Unreached): Error;
  /** Ends this run of the handler with a result for the SDK. */
  suspend(result: () => unknown): void;
  /** Aborts the handler's signal because a deadline has passed. */
  deadlinePassed(): void;
}

/** What a run ends with whose call this replica does not have any more: nothing is replied, recorded, or given back. */
export const SUSPENDED: unique symbol = Symbol("suspended");

/** A promise that never settles, for a handler whose run is over. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
