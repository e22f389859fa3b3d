import type { Countdown } from "./visible-countdown.js";
import type { OpenQuestion } from "./question.js";
import type { ElicitResult } from "../attach/results.js";

/** An open question, as the inbox holds it. */
export interface Entry {
  readonly server: string;
  /** What UIs see. Replaced, never changed. */
  view: OpenQuestion;
  readonly elicitationId: string | undefined;
  /** The end of the page is awaited, not only the consent. */
  readonly untilDone: boolean;
  readonly countdown: Countdown;
  /** Aborted when the question is over. */
  readonly over: AbortController;
  /** The callback has it. */
  asked: boolean;
  /** The opener is at work. */
  opening: boolean;
  /**
   * Sends the result and takes the question out; does nothing the second time.
   *
   * @param via - what ended it: `ui`, `callback`, `policy`, `server`, or what the host calls its UI
   * @param reason - for the audit, of what was accepted
   */
  finish(result: ElicitResult, via: string, reason?: string): void;
}
