import { type Field, readSchema, validateContent } from "../../schema/index.js";
import { setOwn } from "../../schema/convert/json-copy.js";

/** A text that no author expects, so that a server which passes it on can be recognised. */
const WRONG_TEXT = "midcall-wrong-value";
const WRONG_NUMBER = 987_654_321.5;
/** Tried in this order where only the schema's own check can tell. */
const TEXTS = ["Ada", "ada", "a", "A", "1", "12", "123", "1234", "A1", "a-1", "12345", "AB-1234"];

/**
 * Makes content that a form accepts: the default of a field where it has a usable one, `true` for a yes or no, and
 * otherwise a value within its limits. The same schema always gives the same content.
 *
 * @param requestedSchema - the schema of a question as it was sent; it may be anything
 * @returns the content, or `undefined` if the schema cannot be read, or no value was found for a required field
 *
 * @example
 * ```ts
 * answers: (question) => accept(validContent(question.requestedSchema))
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function validContent(requestedSchema: unknown): Record<string, unknown> | undefined {
  const schema = readSchema(requestedSchema);
  if (!schema) return undefined;
  const content: Record<string, unknown> = {};
  for (const field of schema.fields) {
    const found = candidates(field).find((value) => {
      const alone = { ...schema, fields: [field] };
      return validateContent(alone, ownObject(field.name, value)).valid;
    });
    if (found !== undefined) setOwn(content, field.name, found);
    else if (field.required) return undefined;
  }
  return validateContent(schema, content).valid ? content : undefined;
}

/**
 * Makes content that breaks the schema of a form in one field: the value has the wrong type, or is not one of the
 * options. All other fields are valid, and the value is easy to recognise.
 *
 * @param requestedSchema - the schema of a question as it was sent; it may be anything
 * @returns the content, or `undefined` if the form has no field that can be broken
 *
 * @example
 * ```ts
 * answers: (question) => accept(invalidContent(question.requestedSchema))
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function invalidContent(requestedSchema: unknown): Record<string, unknown> | undefined {
  const schema = readSchema(requestedSchema);
  const valid = validContent(requestedSchema);
  if (!schema || !valid) return undefined;
  const rank = (field: Field): number => (field.required ? 0 : 1);
  const fields = [...schema.fields].sort((one, other) => rank(one) - rank(other));
  for (const field of fields) {
    const content = { ...valid };
    setOwn(content, field.name, wrongValue(field));
    if (!validateContent(schema, content).valid) return content;
  }
  return undefined;
}

function ownObject(name: string, value: unknown): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  setOwn(object, name, value);
  return object;
}

function wrongValue(field: Field): unknown {
  switch (field.kind) {
    case "text":
    case "multi-select":
      return WRONG_NUMBER;
    default:
      return WRONG_TEXT;
  }
}

function candidates(field: Field): unknown[] {
  if (field.kind === "unsupported") return [];
  const preset = field.default === undefined ? [] : [field.default];
  switch (field.kind) {
    case "boolean":
      // A default of "no" is left: who accepts a form with a yes or no usually means yes.
      return [true, false];
    case "number":
    case "integer":
      return [...preset, ...numbers(field)];
    case "select":
      return [...preset, ...field.options.map(({ value }) => value)];
    case "multi-select": {
      const values = field.options.map(({ value }) => value);
      return [...preset, ...[Math.max(1, field.minItems ?? 1), 0].map((n) => values.slice(0, n))];
    }
    case "email":
      return [...preset, "ada@example.com"];
    case "uri":
      return [...preset, "https://example.com/"];
    case "date":
      return [...preset, "2026-07-28"];
    case "date-time":
      return [...preset, "2026-07-28T12:00:00Z"];
    case "text": {
      const { minLength = 1, maxLength = Infinity } = field;
      const fitted = "a".repeat(Math.min(Math.max(minLength, 1), maxLength, 10_000));
      return [...preset, ...TEXTS, fitted];
    }
  }
}

function numbers(field: Extract<Field, { kind: "number" | "integer" }>): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field;
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const near = (edge: number | undefined, step: number): number[] =>
    edge === undefined ? [] : [edge, Math.ceil(edge) + step, Math.floor(edge) + step];
  const steps =
    multipleOf === undefined
      ? []
      : [multipleOf, Math.ceil((low ?? 0) / multipleOf) * multipleOf, multipleOf * 2];
  const middle = low !== undefined && high !== undefined ? [(low + high) / 2] : [];
  return [1, 2, 0, 42, ...steps, ...near(low, 1), ...near(high, -1), ...middle];
}
