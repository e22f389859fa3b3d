import type { Answer, UrlAnswer } from "../answers.js";
import type { Question } from "./question.js";

/** Puts questions to the person behind one call, in the way of one protocol era. */
export interface Asker {
  /** Asks. The promise stays open for good where the era has the handler run again for the answer. */
  ask(question: Question): Promise<Answer<unknown> | UrlAnswer>;
  /** Work has begun that the round must wait for. Returns the function that ends it. */
  busy(): () => void;
  /** The call is over: withdraw what is still open. */
  end(): void;
}

/** What a call gives its asker. */
export interface Caller {
  /** Ends the call with an error, past the handler's own `catch`. */
  fail(error: unknown): void;
  /** Ends this run of the handler with a result of the SDK's. */
  suspend(result: () => unknown): void;
  /** Aborts the handler's signal because a deadline passed. */
  deadlinePassed(): void;
}

/** A promise nobody settles: what a handler waits for when its run is over. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
