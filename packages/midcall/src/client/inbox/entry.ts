import type { Countdown } from "./visible-countdown.js";
import type { HeldQuestions, OpenQuestion } from "./question.js";
import type { ElicitResult } from "../attach/results.js";
import type { CallRun } from "./types.js";

/** An open question with the inbox's internal state. */
export interface Entry {
  readonly server: string;
  /** The question as UIs see it. Replaced on every change, never mutated. */
  view: OpenQuestion;
  readonly elicitationId: string | undefined;
  /** Tells servers of one name apart: the `serverId` of the origin. */
  readonly serverId: unknown;
  /** The running call, if its end is known. */
  readonly run: CallRun | undefined;
  /** Whether the inbox waits until the page is completed, not only for consent. */
  readonly untilDone: boolean;
  readonly countdown: Countdown;
  /** Aborted when the question is over. */
  readonly over: AbortController;
  /** The limit that holds the question back, if any. */
  held: HeldQuestions["reason"] | undefined;
  /** Whether the callback was called. */
  asked: boolean;
  /** Whether `open` was called and has not settled yet. */
  opening: boolean;
  /** Whether the server has reported the page as completed: when the user has agreed, there is nothing to wait for. */
  completed: boolean;
  /**
   * Sends the result and removes the question. A second call does nothing.
   *
   * @param via - what ended it: `ui`, `callback`, `policy`, `server`, or the host's name for its UI
   * @param reason - for the audit trail, with an accepted question
   */
  finish(result: ElicitResult, via: string, reason?: string): void;
}
