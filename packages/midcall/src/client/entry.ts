import type { AuditAction } from "../audit/entry.js";
import type { Countdown } from "./countdown.js";
import type { OpenQuestion } from "./question.js";
import type { ElicitResult } from "./results.js";

/** How a question ended, for the audit. */
export interface End {
  /** What ended it: `ui`, `callback`, `policy`, `server`, or what the host calls its UI. */
  readonly via: string;
  /** Where nobody answered, whatever is sent. */
  readonly action?: AuditAction | undefined;
  readonly reason?: string | undefined;
}

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
  /** Sends the result and takes the question out; does nothing the second time. */
  finish(result: ElicitResult, end: End): void;
}
