import { MidcallError } from "../contracts/errors.js";
import {
  describeIssues,
  getDefaults as defaultsOf,
  readSchema,
  validateContent,
} from "../schema/index.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { ElicitContent, ParsedSchema } from "../schema/index.js";
import { accept } from "./attach/results.js";
import type { ElicitParams, ElicitResult } from "./attach/results.js";

/** What {@link validate} found. */
export interface ElicitValidationResult {
  readonly valid: boolean;
  /** One sentence for each thing that is wrong; absent when nothing is. */
  readonly errors?: readonly string[];
}

/** {@link acceptWithDefaults} met a form that its defaults alone do not answer. */
export class DefaultsError extends MidcallError {
  static readonly code = "ERR_MIDCALL_DEFAULTS";
  override readonly code = "ERR_MIDCALL_DEFAULTS";
  /** What is missing or wrong, one sentence each. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The defaults do not answer this form: ${errors.join(" ")} Ask the person.`);
    this.errors = errors;
  }
}

const VALID: ElicitValidationResult = { valid: true };
const invalid = (...errors: string[]): ElicitValidationResult => ({ valid: false, errors });

const readForm = (params: ElicitParams): ParsedSchema | undefined =>
  params.mode === "url" ? undefined : readSchema(params.requestedSchema, DEFAULT_LIMITS);

/**
 * The defaults a form gives, and nothing else; `0`, `""`, `false` and `[]` count.
 *
 * @param params - the params of an `elicitation/create`
 * @returns `{}` for a URL and for a schema that cannot be read
 *
 * @example
 * ```ts
 * getDefaults(params); // { subscribe: false }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function getDefaults(params: ElicitParams): ElicitContent {
  const form = readForm(params);
  return form ? defaultsOf(form) : {};
}

/**
 * Fills what is missing in `content` with the form's defaults. What is there stays, valid or not;
 * `undefined` counts as missing.
 *
 * @param params - the params of an `elicitation/create`; a URL has no defaults
 * @param content - the values known so far; not changed
 *
 * @example
 * ```ts
 * applyDefaults(params, { name: "Ada" }); // { name: "Ada", subscribe: false }
 * ```
 */
export function applyDefaults(
  params: ElicitParams,
  content: { readonly [name: string]: ElicitContent[string] | undefined } = {},
): ElicitContent {
  // Entries, as they carry any name safely, `__proto__` included.
  const entries = [...Object.entries(getDefaults(params)), ...Object.entries(content)];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ElicitContent;
}

/**
 * Accepts with the form's defaults as content; a URL without any content.
 *
 * Nobody is asked: meant for tests and for people who chose to trust a server.
 *
 * @throws {@link DefaultsError} if a required field has no usable default, or the schema cannot be read
 *
 * @example
 * ```ts
 * const inbox = createInbox({ onElicitation: (params) => acceptWithDefaults(params) });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function acceptWithDefaults(params: ElicitParams): ElicitResult {
  const content = params.mode === "url" ? undefined : getDefaults(params);
  const { errors } = validate(params, content);
  if (errors) throw new DefaultsError(errors);
  return accept(content);
}

/**
 * Whether `content` may be sent as the answer to this question. A URL takes none.
 *
 * @returns `{ valid: true }`, or `{ valid: false, errors }` with sentences for the person
 *
 * @example
 * ```ts
 * const { valid, errors } = validate(params, { copies: "three" }); // false, one sentence
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function validate(params: ElicitParams, content: unknown): ElicitValidationResult {
  if (params.mode === "url") {
    return content === undefined ? VALID : invalid("A link is answered without content.");
  }
  const form = readForm(params);
  if (!form) return invalid("This is not a form.");
  const result = validateContent(form, content);
  // One at a time, so that each has the name of its field.
  return result.valid
    ? VALID
    : invalid(...result.issues.map((issue) => describeIssues(form, [issue])));
}
