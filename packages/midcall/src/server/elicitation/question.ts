import type { AnswerSchema } from "../../schema/answer/types.js";
import type { FallbackWay } from "../fallback/ways.js";

/**
 * What happens when the host cannot show a question: `"fail"` ends the call with an explanation, past the handler's own
 * `catch`; `"continue"` lets the handler go on without an answer.
 */
export type WhenUnavailable = "fail" | "continue";

/** Options of every question. */
export interface QuestionOptions {
  /**
   * Key of the question, 1 to 256 characters, used on the wire verbatim. Without one, a question is identified by what the
   * user sees and by the earlier `ctx` calls in its branch of the handler: those made by its async function, and by the
   * functions that called it without an `await` in between. Pass a key where parallel branches use the same wording, share
   * a pool or a lock, or wait outside of steps, and where a question may change between rounds: it is then asked again
   * instead of ending the call. On 2026-07-28, a new answer to a question without a key is kept back for 100 to 300 ms, in
   * case another branch asks the same; with a key the handler gets it at once.
   */
  readonly key?: string;
  /**
   * How long the user has, in milliseconds. Default: `timeoutMs` of `createElicitation`. Also bounds asynchronous checks
   * of a schema: if one has not settled by then, the question is `unanswered` (`deadline`).
   */
  readonly timeoutMs?: number;
  /** When the host cannot show the question: `"fail"` (default) ends the call with an explanation, `"continue"` gives `unanswered`. */
  readonly whenUnavailable?: WhenUnavailable;
  /**
   * The ways in which this question may reach the user, in the order in which they are tried: some of those of
   * `fallback` of `createElicitation`, in any order. Default: all of those.
   */
  readonly fallback?: readonly FallbackWay[];
}

/** Options of a form question. `R` is the reason in `allowSensitive`, with which a field may be named like a secret. */
export interface ElicitOptions<
  R extends string | undefined = string | undefined,
> extends QuestionOptions {
  /** How many answers may be invalid before the question is `unanswered`. Default: `maxAttempts` of `createElicitation`. */
  readonly maxAttempts?: number;
  /** Accept an answer that the client sends before it is asked. Needs a `key`; cannot be combined with `human: "required"`. */
  readonly unsolicited?: boolean;
  /** `"required"`: only a user may answer; nothing may answer in their place. */
  readonly human?: "required";
  /** The reason why this form may ask for what looks like a secret. Without one, such a form is refused. */
  readonly allowSensitive?: R;
}

/** Options of a URL question. */
export interface UrlElicitOptions extends QuestionOptions {
  /**
   * Identifies the interaction: sent as `elicitationId` on 2025-11-25, and the id to pass to
   * `elicitation.complete(id)`. With an id, the handler waits for that call.
   * Make it random and use it once: a question with the id of a finished interaction counts as completed.
   */
  readonly elicitationId?: string;
  /**
   * Returns whether the interaction has ended. With this function, the handler waits for the end; it is called about
   * once a second, and never before the previous call has settled. A call that throws, or does not settle in time,
   * counts as "not yet".
   */
  readonly completed?: () => Promise<boolean>;
}

/** Options of a URL question about a page of `midcall/pages`. */
export interface VisitOptions extends UrlElicitOptions {
  /** Resolves with `true` when the visit to the page has ended, and with `false` when the signal aborts. */
  readonly ended?: (signal: AbortSignal) => Promise<boolean>;
  /**
   * A link from a thrown `UrlElicitationRequiredError`. The user's word that they have finished counts, as the handler
   * checks for itself. `"again"`: the user has agreed to it before, so that its end is only awaited.
   */
  readonly thrown?: "first" | "again";
}

/** Options of the question that `ctx.confirm` asks. */
export interface ConfirmationOptions {
  /** Whether the data of an accepted answer is a yes. */
  readonly confirms?: (data: unknown) => boolean;
}

/** Options of `ctx.confirm`. When the host cannot ask, the call ends: there is no third value besides yes and no. */
export interface ConfirmOptions extends Omit<QuestionOptions, "whenUnavailable"> {
  /** A word the user has to type. Only exactly that word is a yes; after any other, the user is asked again. */
  readonly typed?: string;
  /** Label of the checkbox. Default: "Yes". */
  readonly title?: string;
}

/** The common properties of form questions and URL questions. */
interface QuestionCommon {
  /** The author's key of the question, if it has one. */
  readonly givenKey: string | undefined;
  /** Digest of what the user sees. */
  readonly digest: string;
  /** Digest of what is asked for, without the message. */
  readonly shape: string;
  readonly message: string;
  readonly timeoutMs: number | undefined;
  readonly whenUnavailable: WhenUnavailable;
  /** The ways that it may take, where it does not have all of the server's. */
  readonly fallback: readonly FallbackWay[] | undefined;
}

/** A form question, ready to be asked. */
export interface FormQuestion extends QuestionCommon {
  readonly mode: "form";
  readonly schema: AnswerSchema<unknown>;
  readonly maxAttempts: number | undefined;
  readonly unsolicited: boolean;
  /** Whether only a user may answer it, and nothing in their place. */
  readonly isHumanOnly: boolean;
  /** See {@link ConfirmationOptions}. */
  readonly confirms: ((data: unknown) => boolean) | undefined;
  /** Whether it repeats a question that was accepted too fast to be believed. */
  readonly isRepeated?: true;
  readonly allowSensitive: string | undefined;
}

/** A URL question, ready to be asked. */
export interface UrlQuestion extends QuestionCommon {
  readonly mode: "url";
  readonly url: string;
  readonly elicitationId: string | undefined;
  readonly completed: (() => Promise<boolean>) | undefined;
  /** See {@link VisitOptions}. */
  readonly ended: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /** See {@link VisitOptions}. */
  readonly thrown: "first" | "again" | undefined;
}

/** Whether the handler waits for the end of the interaction, and not only for the user's consent. */
export function awaitsEnd({ elicitationId, completed }: UrlQuestion): boolean {
  return elicitationId !== undefined || completed !== undefined;
}

/** A question as the author wrote it. */
export type Draft = FormQuestion | UrlQuestion;

/** A question with its key on the wire. */
export type Question = Draft & {
  readonly key: string;
  /**
   * Whether it has a derived key and follows a wait outside of steps, so that another branch may ask the same question.
   */
  readonly afterWait: boolean;
};

/** The beginning of a question's message, as long as errors and logs need it. */
export function shortened(message: string, length = 120): string {
  return message.slice(0, length);
}

/** The same in quotation marks. */
export function quoted(message: string): string {
  return `"${shortened(message)}"`;
}
