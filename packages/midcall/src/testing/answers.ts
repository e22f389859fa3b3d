import { CANNOT_ASK } from "../contracts/no-answer.js";
import { assertOptions } from "../internal/assert-options.js";
import type { Question } from "./question.js";

/** One of the three results of an elicitation. `content` is not checked, so that a test can send invalid content. */
export interface ResultAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>>;
}

/** The reaction to one question, of a scripted user or of the host without a user. */
export type Answer =
  | ResultAnswer
  | { readonly kind: "raw"; readonly result: unknown }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    }
  | { readonly kind: "never"; readonly returnsAfterMs?: number | undefined }
  | { readonly kind: "after"; readonly ms: number; readonly answer: Answer };

/** Answers one question; `undefined` means that the question was not expected. */
export type Responder = (question: Question) => Answer | undefined | Promise<Answer | undefined>;

/** One or several answers of a script; nested lists are read in order. */
export type ScriptItem = Answer | Responder | readonly ScriptItem[];

/**
 * How the user behind a test host answers:
 *
 * - a function answers each question;
 * - an array is used in order, one item per question;
 * - an object finds the item by the question's wire key, or by a part of its message (the first matching entry in
 *   the order written). An array there is used in order; anything else answers every time.
 */
export type Answers = Responder | readonly ScriptItem[] | { readonly [about: string]: ScriptItem };

/**
 * The user accepts, with the form's content; without content for URL mode. The content is not validated.
 *
 * @param content - the values by field name
 *
 * @example
 * ```ts
 * answers: [accept({ city: "Bern" }), accept()] // a form, then a link
 * ```
 */
export function accept(content?: Readonly<Record<string, unknown>>): ResultAnswer {
  return content === undefined ? { action: "accept" } : { action: "accept", content };
}

/** The user explicitly declines. */
export function decline(): ResultAnswer {
  return { action: "decline" };
}

/** The user closes the question without choosing. */
export function cancel(): ResultAnswer {
  return { action: "cancel" };
}

/**
 * No user answers, and the host reports that, as `midcall/client` does for questions that its rules and limits refuse.
 * The handler gets `unanswered`.
 *
 * @param reason - `deadline`, `rate-limit` or `queue-full` (for the handler `busy`), `blocked` or
 *   `secret-refused` (`blocked`), `withdrawn` (`disconnected`); any other is `unsupported`
 *
 * @example
 * ```ts
 * answers: [cannotAsk("blocked")]
 * ```
 */
export function cannotAsk(reason: string): ResultAnswer {
  return { action: "cancel", content: { [CANNOT_ASK]: reason } };
}

/**
 * A host that declines by itself, at once, without showing the question. On the wire this is identical to
 * {@link decline}; only the time it takes differs.
 */
export function syntheticDecline(): ResultAnswer {
  return { action: "decline" };
}

/**
 * Sends content that the schema rejects and then, when the server asks again, the given answer.
 *
 * @param invalid - content of the first accept.
 * @param then - what to do with the question when it is asked again.
 * @example
 * ```ts
 * answers: [invalidThen({ age: "old" }, accept({ age: 42 }))]
 * ```
 */
export function invalidThen(
  invalid: Readonly<Record<string, unknown>>,
  then: ScriptItem,
): readonly ScriptItem[] {
  return [accept(invalid), then];
}

/**
 * The user never answers.
 *
 * @param options - `returnsAfterMs`: when the host sends the call again on 2026-07-28, in milliseconds
 *
 * On 2025 the server's question stays open. On 2026-07-28 only the host has the open question, so the server receives
 * nothing. With `returnsAfterMs` the host sends the call again after that many milliseconds without an answer to this
 * question, and the server then finds that its deadline has passed.
 *
 * @example
 * ```ts
 * answers: [never({ returnsAfterMs: 60 })] // of a question with { timeoutMs: 50 }
 * ```
 */
export function never(options: { returnsAfterMs?: number } = {}): Answer {
  assertOptions<typeof options>("never", options, { returnsAfterMs: "number" });
  return { kind: "never", returnsAfterMs: options.returnsAfterMs };
}

/**
 * The user answers after a delay.
 *
 * @param ms - the delay, in milliseconds
 * @param answer - the answer to give then
 *
 * @example
 * ```ts
 * answers: [after(50, decline())]
 * ```
 */
export function after(ms: number, answer: Answer): Answer {
  return { kind: "after", ms, answer };
}

/**
 * The host answers with a JSON-RPC error instead of a result. On 2026-07-28 the protocol has no way to
 * tell the server, so there the call itself rejects with that error, as it would in a real host.
 *
 * @param code - the JSON-RPC error code, for example `-32602`, `-32601` or `-32603`
 * @param message - the message of the error
 * @param data - the data of the error
 *
 * @example
 * ```ts
 * answers: [hostError(-32601, "Method not found")]
 * ```
 */
export function hostError(code: number, message: string, data?: unknown): Answer {
  return data === undefined
    ? { kind: "error", code, message }
    : { kind: "error", code, message, data };
}

/**
 * The host returns any value as the result, for hosts that do not comply with the protocol.
 *
 * @param result - the value, sent as it is
 *
 * @example
 * ```ts
 * answers: [rawResult({ action: "maybe" })]
 * ```
 */
export function rawResult(result: unknown): Answer {
  return { kind: "raw", result };
}
