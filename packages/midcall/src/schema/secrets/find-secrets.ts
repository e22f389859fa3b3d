import type { FieldSchema, RequestedSchema } from "../requested-schema.js";
import type { SecretKind } from "./kind.js";
import type { SecretFinding } from "./secret-field-error.js";
import { asksForSecret, inDescription, inLabel, wordCount } from "./secret-wording.js";
import { coreWords, plainWords } from "./words.js";

export type { SecretKind } from "./kind.js";
export { SecretFieldError } from "./secret-field-error.js";
export type { SecretFinding } from "./secret-field-error.js";

// A longer title is a sentence and is read as a description.
const TITLE_WORDS = 6;

/** The parts of a typed field that the guard reads. */
export interface TypedField {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly format?: unknown;
}

/** Whether the user types into this field, so that it could hold a secret. */
function isTyped(field: FieldSchema): boolean {
  if (field.type === "number" || field.type === "integer")
    return !("enum" in field || "oneOf" in field || "anyOf" in field);
  if (field.type !== "string" || "enum" in field || "oneOf" in field || "anyOf" in field)
    return false;
  const format: unknown = "format" in field ? field.format : undefined;
  return !["email", "date", "date-time"].includes(format as string);
}

const cache = new WeakMap<RequestedSchema, readonly SecretFinding[]>();

function findInFields(fields: readonly TypedField[]): readonly SecretFinding[] {
  return fields.flatMap((field) => {
    for (const source of ["name", "title", "description", "default"] as const) {
      const text = field[source];
      if (typeof text !== "string") continue;
      const words = plainWords(text);
      const label = source === "name" || (source === "title" && wordCount(words) <= TITLE_WORDS);
      const core = source === "name" && inLabel(coreWords(words));
      const kind = core || (label ? inLabel(words) : inDescription(words));
      if (kind) return { field: field.name, source, kind };
    }
    const hidden = field.format === "password";
    return hidden ? { field: field.name, source: "format", kind: "password" } : [];
  });
}

/**
 * Looks for secrets in fields that are already parsed, from any sender.
 *
 * @returns at most one finding for each field, and one for the message
 */
export function findSecrets(
  typed: readonly TypedField[],
  message?: string,
): readonly SecretFinding[] {
  return withMessage(findInFields(typed), typed.length, message);
}

/**
 * Looks for fields that ask the user for a secret: a password, passphrase or PIN, an API key or token,
 * a secret key, a recovery phrase, card or bank details, a national ID, a one-time code. Names,
 * titles, descriptions and defaults are checked for many wordings in twenty languages. A message is a
 * finding if it asks for a secret, or one of its clauses names nothing else, and the form has a field to type it
 * into. Choices, booleans and dates are not checked.
 *
 * It is a guard against mistakes, not against an author who wants to bypass it.
 *
 * @param schema - a valid requestedSchema; its findings are cached by identity
 * @param message - the question that goes with it
 * @returns at most one finding for each field, and one for the message
 *
 * @example
 * ```ts
 * findSecretFields({ type: "object", properties: { apiKey: { type: "string" } } });
 * // [{ field: "apiKey", source: "name", kind: "API key" }]
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function findSecretFields(
  schema: RequestedSchema,
  message?: string,
): readonly SecretFinding[] {
  const fields = Object.entries(schema.properties).filter(([, field]) => isTyped(field));
  let findings = cache.get(schema);
  if (!findings) {
    const typed = fields.map(([name, field]) => ({ ...field, name }));
    cache.set(schema, (findings = findInFields(typed)));
  }
  return withMessage(findings, fields.length, message);
}

function withMessage(
  findings: readonly SecretFinding[],
  textFields: number,
  message: string | undefined,
): readonly SecretFinding[] {
  const kind = message && textFields ? inMessage(message) : undefined;
  return kind ? [...findings, { field: "", source: "message", kind }] : findings;
}

// The same message is read again in every round of a call.
const messages = new Map<string, SecretKind | undefined>();
const MAX_MESSAGES = 200;
const MAX_MESSAGE_LENGTH = 2_000;

function inMessage(message: string): SecretKind | undefined {
  if (messages.has(message)) return messages.get(message);
  const kind = asksForSecret(plainWords(message));
  if (message.length <= MAX_MESSAGE_LENGTH) {
    if (messages.size >= MAX_MESSAGES) messages.delete(messages.keys().next().value!);
    messages.set(message, kind);
  }
  return kind;
}
