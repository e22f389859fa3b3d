import {
  type AnswerSchema,
  answerSchema,
  type RequestedSchema,
  type SchemaInput,
} from "../../schema/index.js";
import { digest } from "../state/canonical-json.js";
import { QuestionError } from "../errors.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";

/** What every question may be told. */
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
  /** When nothing can ask: `"fail"` (default) ends the call with an explanation, `"return"` gives `unanswered`. */
  readonly whenUnavailable?: "fail" | "return";
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
  readonly whenUnavailable: "fail" | "return";
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

const MAX_MESSAGE = 16_384;
const MAX_KEY = 256;

const shapes = new WeakMap<RequestedSchema, string>();

function shapeOf(schema: RequestedSchema): string {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    // Property order is part of what the person sees, so the plain text is digested, not the canonical one.
    shape = digest(JSON.stringify(schema));
    shapes.set(schema, shape);
  }
  return shape;
}

function checkMessage(message: unknown): asserts message is string {
  if (typeof message !== "string" || message.trim() === "") {
    throw new QuestionError(
      "The question has no text. Pass what the person should read as a non-empty string.",
    );
  }
  if (message.length > MAX_MESSAGE) {
    throw new QuestionError(
      `The question is ${message.length} characters long, over the limit of ${MAX_MESSAGE}. Shorten it, or show the details on a page in URL mode.`,
    );
  }
}

function checkOptions(options: QuestionOptions): void {
  const { key, timeoutMs } = options;
  if (key !== undefined && (typeof key !== "string" || key === "" || key.length > MAX_KEY)) {
    throw new QuestionError(`key must be a string of 1 to ${MAX_KEY} characters.`);
  }
  // Parsers on the way drop this member, and the question would be lost with it.
  if (key === "__proto__") {
    throw new QuestionError('"__proto__" cannot be a key. Put something before it.');
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
    throw new QuestionError(
      `deadlineMs must be from 1 to ${MAX_TIMER_MS} milliseconds, not ${String(timeoutMs)}.`,
    );
  }
}

/** Builds a form question. @throws QuestionError, SchemaError, SchemaUnsupportedError, PatternError */
export function formQuestion(
  message: string,
  input: SchemaInput,
  options: ElicitOptions,
): FormQuestion {
  checkMessage(message);
  checkOptions(options);
  if (options.unsolicited === true && (options.key === undefined || options.human === "required")) {
    throw new QuestionError(
      options.key === undefined
        ? "unsolicited needs a key: without one a caller cannot name the question it answers."
        : 'unsolicited and human: "required" exclude each other: an answer sent along was shown to nobody.',
    );
  }
  if (
    options.maxAttempts !== undefined &&
    !(Number.isSafeInteger(options.maxAttempts) && options.maxAttempts > 0)
  ) {
    throw new QuestionError(
      `maxAttempts must be a positive whole number, not ${String(options.maxAttempts)}.`,
    );
  }
  const schema = answerSchema(input) as AnswerSchema<unknown>;
  const shape = shapeOf(schema.requestedSchema);
  const seen = digest(`form ${message.length} ${message} ${shape}`);
  return {
    mode: "form",
    name: options.key,
    digest: seen,
    shape,
    message,
    schema,
    timeoutMs: options.timeoutMs,
    whenUnavailable: options.whenUnavailable ?? "fail",
    maxAttempts: options.maxAttempts,
    unsolicited: options.unsolicited === true,
    allowSensitive: options.allowSensitive,
  };
}

/** Builds a URL question. @throws QuestionError */
export function urlQuestion(
  message: string,
  url: URL | string,
  options: VisitOptions,
): UrlQuestion {
  checkMessage(message);
  checkOptions(options);
  const href = checkUrl(url);
  const { elicitationId, completed, ended, thrown } = options;
  if (elicitationId !== undefined && (typeof elicitationId !== "string" || elicitationId === "")) {
    throw new QuestionError("elicitationId must be a non-empty string.");
  }
  const shape = digest(`url ${href}`);
  const seen = digest(`url ${message.length} ${message} ${shape}`);
  return {
    mode: "url",
    name: options.key,
    digest: seen,
    shape,
    message,
    url: href,
    timeoutMs: options.timeoutMs,
    whenUnavailable: options.whenUnavailable ?? "fail",
    elicitationId,
    completed,
    ended,
    thrown,
  };
}

/**
 * Only web addresses without credentials are sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
function checkUrl(url: URL | string): string {
  const parsed = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (parsed === undefined) {
    throw new QuestionError(
      `"${String(url).slice(0, 200)}" is not an absolute URL. Pass one, or a schema where a form was meant.`,
    );
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw new QuestionError(`A URL question needs an https address, not ${parsed.protocol}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new QuestionError(
      "The URL carries credentials. A link must not sign anyone in; identify the person on the page instead.",
    );
  }
  return parsed.href;
}

const plainConfirm: RequestedSchema = {
  type: "object",
  properties: { confirm: { type: "boolean", title: "Yes" } },
  required: ["confirm"],
};

/** The schema behind `ctx.confirm`: one required boolean without a default, or the word to type. */
export function confirmSchema(options: ConfirmOptions): RequestedSchema {
  if (options.typed === undefined && options.title === undefined) return plainConfirm;
  if (
    options.typed !== undefined &&
    (typeof options.typed !== "string" || options.typed.trim() === "")
  ) {
    throw new QuestionError(
      "typed must be the word the person has to type, as a non-empty string.",
    );
  }
  const field =
    options.typed === undefined
      ? ({ type: "boolean", title: options.title ?? "Yes" } as const)
      : ({
          type: "string",
          title: `Type "${options.typed}" to confirm`,
          // Short enough for hosts to show it as one line.
          maxLength: Math.max(200, 2 * options.typed.length),
        } as const);
  return { type: "object", properties: { confirm: field }, required: ["confirm"] };
}

/** The beginning of a question's wording, as long as messages need it. */
export function shortened(message: string, length = 120): string {
  return message.slice(0, length);
}

/** The same, as a message shows it. */
export function quoted(message: string): string {
  return `"${shortened(message)}"`;
}
