import { isObject } from "../internal/is-object.js";
/** The call that a question belongs to. Known only on 2026-07-28 and for `-32042` errors. */
export interface QuestionCall {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
}

/**
 * One question, exactly as it came over the wire.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export interface Question {
  /** 0 for the first question this host was asked, then 1, and so on. */
  readonly index: number;
  /**
   * How it was asked: `push`, an `elicitation/create` request (2025); `input_required`, an entry of `inputRequests`
   * (2026-07-28); or `url_required`, an entry of a `-32042` error (2025-11-25).
   */
  readonly via: "push" | "input_required" | "url_required";
  /** Its key in `inputRequests`; otherwise `undefined`. */
  readonly key?: string | undefined;
  /** The mode; `form` if the request has none. */
  readonly mode: string;
  /** The message of the question. */
  readonly message: string;
  /** Form mode: the schema as sent, nothing stripped or normalised. */
  readonly requestedSchema?: unknown;
  /** URL mode: the URL. */
  readonly url?: string | undefined;
  /** URL mode on 2025-11-25: the id of the elicitation. */
  readonly elicitationId?: string | undefined;
  /** The complete `params` of the request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** `undefined` for a question of the `push` kind: the request does not say which call it belongs to. */
  readonly call?: QuestionCall | undefined;
  /** The round of its call, from 1; always 1 for a question of the `push` kind. */
  readonly round: number;
}

/** The properties of a question that are not in the params of its request. */
export type QuestionOrigin = Pick<Question, "index" | "via" | "key" | "call" | "round">;

export function readQuestion(params: unknown, origin: QuestionOrigin): Question {
  const wire = isObject(params) ? params : {};
  const text = (name: string): string | undefined => {
    const value = Object.hasOwn(wire, name) ? wire[name] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return {
    ...origin,
    mode: text("mode") ?? "form",
    message: text("message") ?? "",
    requestedSchema: wire["requestedSchema"],
    url: text("url"),
    elicitationId: text("elicitationId"),
    params: wire,
  };
}

/** A one-line name of a question for error messages. */
export function nameQuestion(question: Question): string {
  const key = question.key === undefined ? "" : ` (key "${question.key}")`;
  return `question ${question.index + 1}${key}: "${question.message}"`;
}
