import type { AnswerSchema } from "../../schema/answer/types.js";

/**
 * What happens when the host cannot show a question: `"fail"` ends the call with an explanation, past the handler's own
 * `catch`; `"continue"` lets the handler go on without an answer.
 */
export type WhenUnavailable = "fail" | "continue";

/** Options of every question. */
export interface QuestionOptions {
  /**
   * Name of the question, used on the wire verbatim. Without one a question is known by what the person sees and by
   * the `ctx` calls that came before it in its branch of the handler, as far as the async function it stands in, and those
   * it was called from without a wait, have made them. Give one where branches that run side by side use the same words,
   * share a pool or a lock, or wait outside of steps, and where a question may change between rounds: it is then asked
   * again instead of ending the call. On 2026-07-28 a new answer to a question without a key is kept back for 100 to
   * 300 ms, should another branch ask the same; with a key it is given at once.
   */
  readonly key?: string;
  /**
   * Milliseconds the person has. Default: `timeoutMs` of `createElicitation`. Also bounds the checks of a schema that
   * return a Promise: one that has not settled by then leaves the question `unanswered` (`deadline`).
   */
  readonly timeoutMs?: number;
  /** When the host cannot show the question: `"fail"` (default) ends the call with an explanation, `"continue"` gives `unanswered`. */
  readonly whenUnavailable?: WhenUnavailable;
}

/** Options of a form question. */
export interface ElicitOptions extends QuestionOptions {
  /** How often an invalid answer is asked again before it counts as none. Default: `maxAttempts` of `createElicitation`. */
  readonly maxAttempts?: number;
  /** Accept an answer that the caller sends along before being asked. Needs a `key`; not with `human: "required"`. */
  readonly unsolicited?: boolean;
  /** `"required"`: only a person may answer; no other means may ever answer for one. */
  readonly human?: "required";
  /** Why this form may ask for what looks like a secret. A reason in writing; without one such a form is refused. */
  readonly allowSensitive?: string;
}

/** Options of a URL question. */
export interface UrlElicitOptions extends QuestionOptions {
  /**
   * Names the interaction: sent as `elicitationId` on 2025-11-25, and the id to pass to
   * `elicitation.complete(id)`. Giving one makes the handler wait for that call.
   * Make it random and use it once: whoever asks with the id of a finished interaction is told that it has ended.
   */
  readonly elicitationId?: string;
  /**
   * Tells whether the interaction has ended. Giving one makes the handler wait; asked about once a second, never
   * before the last time has settled. One that throws, or does not settle in time, counts as "not yet".
   */
  readonly completed?: () => Promise<boolean>;
}

/** Options of a URL question about a page of `midcall/pages`. */
export interface VisitOptions extends UrlElicitOptions {
  /** Resolves when the visit to the page has ended, with whether it has; false when the signal stops the waiting. */
  readonly ended?: (signal: AbortSignal) => Promise<boolean>;
  /**
   * A link of a thrown `UrlElicitationRequiredError`: the person's word that they have finished counts, as the handler
   * looks for itself. `"again"`: they have agreed to it before, so that it is only waited for.
   */
  readonly thrown?: "first" | "again";
}

/** Options of `ctx.confirm`. When nothing can ask it ends the call: there is no third value beside yes and no. */
export interface ConfirmOptions extends Omit<QuestionOptions, "whenUnavailable"> {
  /** A word the person has to type. Only exactly that word is a yes. */
  readonly typed?: string;
  /** Label of the checkbox. Default: "Yes". */
  readonly title?: string;
}

interface Asking {
  /** The author's name for the question, if it has one. */
  readonly name: string | undefined;
  /** Digest of what the person sees. */
  readonly digest: string;
  /** Digest of what is asked for, without the wording. */
  readonly shape: string;
  readonly message: string;
  readonly timeoutMs: number | undefined;
  readonly whenUnavailable: WhenUnavailable;
}

/** A form question, ready to be asked. */
export interface FormQuestion extends Asking {
  readonly mode: "form";
  readonly schema: AnswerSchema<unknown>;
  readonly maxAttempts: number | undefined;
  readonly unsolicited: boolean;
  readonly allowSensitive: string | undefined;
}

/** A URL question, ready to be asked. */
export interface UrlQuestion extends Asking {
  readonly mode: "url";
  readonly url: string;
  readonly elicitationId: string | undefined;
  readonly completed: (() => Promise<boolean>) | undefined;
  /** See {@link VisitOptions}. */
  readonly ended: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /** See {@link VisitOptions}. */
  readonly thrown: "first" | "again" | undefined;
}

/** Whether the handler waits for the end of the interaction, and not for the consent alone. */
export function awaitsEnd({ elicitationId, completed }: UrlQuestion): boolean {
  return elicitationId !== undefined || completed !== undefined;
}

/** A question as the author wrote it. */
export type Draft = FormQuestion | UrlQuestion;

/** A question with its key on the wire. */
export type Question = Draft & {
  readonly key: string;
  /** It has no key and follows a wait outside of steps: another branch may come to ask the same. */
  readonly afterWait: boolean;
};

/** The beginning of a question's wording, as long as messages need it. */
export function shortened(message: string, length = 120): string {
  return message.slice(0, length);
}

/** The same, as a message shows it. */
export function quoted(message: string): string {
  return `"${shortened(message)}"`;
}
