import { MidcallError } from "../contracts/errors.js";
import {
  describeIssues,
  getDefaults as defaultsOf,
  readSchema,
  validateContent,
} from "../schema/index.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { ElicitContent, ParsedSchema } from "../schema/index.js";
import { requestedSchemaOf } from "./attach/requested-schema.js";
import { accept } from "./attach/results.js";
import type { ElicitParams, ElicitResult } from "./attach/results.js";

/** The result of {@link validate}. */
export interface ElicitValidationResult {
  readonly valid: boolean;
  /** One sentence for each problem; absent if there is none. */
  readonly errors?: readonly string[];
}

/** The error of {@link acceptWithDefaults} for a form that its defaults alone do not answer. */
export class DefaultsError extends MidcallError {
  static readonly code = "ERR_MIDCALL_DEFAULTS";
  override readonly code = "ERR_MIDCALL_DEFAULTS";
  /** One sentence for each missing or invalid value. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The defaults do not answer this form: ${errors.join(" ")} Ask the user.`);
    this.errors = errors;
  }
}

const VALID: ElicitValidationResult = { valid: true };
const invalid = (...errors: string[]): ElicitValidationResult => ({ valid: false, errors });

const readForm = (params: ElicitParams): ParsedSchema | undefined =>
  params.mode === "url" ? undefined : readSchema(requestedSchemaOf(params), DEFAULT_LIMITS);

/**
 * The default values of a form by field name; `0`, `""`, `false` and `[]` are included.
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
 * Fills the missing values of `content` with the form's defaults. Existing values are kept, valid or not; `undefined`
 * counts as missing.
 *
 * @param params - the params of an `elicitation/create`; a URL has no defaults
 * @param content - the known values by field name; not modified
 * @returns a new object with the values and the defaults
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
  // `fromEntries` handles any name safely, including `__proto__`.
  const entries = [...Object.entries(getDefaults(params)), ...Object.entries(content)];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ElicitContent;
}

/**
 * Accepts a form with its defaults as content, and a URL without content.
 *
 * No user is asked. It is meant for tests, and for users who have chosen to trust a server.
 *
 * @param params - the params of an `elicitation/create`
 * @returns the `accept` result
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
 * Checks whether `content` may be sent as the answer to this question. A URL takes no content.
 *
 * @param params - the params of an `elicitation/create`
 * @param content - the values by field name
 * @returns `{ valid: true }`, or `{ valid: false, errors }` with sentences for the user
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
  // Each issue is described on its own, so that every sentence names its field.
  return result.valid
    ? VALID
    : invalid(...result.issues.map((issue) => describeIssues(form, [issue])));
}
