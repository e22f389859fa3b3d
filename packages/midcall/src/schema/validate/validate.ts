import { isObject } from "../../internal/is-object.js";
import { checkOf, contentIssue } from "./check-value.js";
import type { Check, ContentIssue } from "./check-value.js";
import { copyOf } from "./copy-of.js";
import type { Field, ParsedSchema } from "../fields.js";
import { ownValue, setOwn } from "../convert/json-copy.js";
import type { ElicitContent } from "../requested-schema.js";

/** A valid answer, or its issues (one for each invalid field). */
export type ContentResult =
  | { readonly valid: true; readonly content: ElicitContent }
  | { readonly valid: false; readonly issues: readonly ContentIssue[] };

interface Step {
  readonly name: string;
  readonly field: Field;
  readonly check: Check;
}

/**
 * The schema of the last answer, and what to do for each field. In a WeakMap of all schemas, each would stay until the
 * next full garbage collection, which costs more than to prepare the steps again.
 */
let last: { readonly schema: ParsedSchema; readonly steps: readonly Step[] } | undefined;

function stepsOf(schema: ParsedSchema): readonly Step[] {
  if (last?.schema !== schema) {
    const steps = schema.fields.map((field) => ({
      name: field.name,
      field,
      check: checkOf(field, schema.answerLimit),
    }));
    last = { schema, steps };
  }
  return last.steps;
}

/**
 * Checks the `content` of an accepted form against its schema.
 *
 * It agrees with a JSON Schema validator on every keyword of the specification's schemas (lengths in code points, `1.0`
 * is an integer, formats as in `ajv-formats`), but for null. Properties that the schema does not name are omitted from the returned
 * content and never cause an error. A missing `content` counts as `{}`. The null of an optional field, which some hosts
 * send for one that the user has emptied, counts as no answer.
 *
 * @param schema - from {@link parseRequestedSchema}
 * @param content - the value that was received, of any type
 * @returns `{ valid: true, content }` with a new object of the named fields, or `{ valid: false, issues }`
 *
 * @example
 * ```ts
 * const schema = parseRequestedSchema({ type: "object", properties: { age: { type: "integer", minimum: 0 } } });
 * validateContent(schema, { age: -1 }); // { valid: false, issues: [{ field: "age", code: "minimum", … }] }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function validateContent(schema: ParsedSchema, content: unknown): ContentResult {
  const given = content === undefined ? {} : content;
  if (!isObject(given)) {
    const issue = {
      field: "",
      code: "type",
      params: {},
      message: "Send the answer as an object.",
    } as const;
    return { valid: false, issues: [issue] };
  }
  const kept: ElicitContent = {};
  let issues: ContentIssue[] | undefined;
  for (const { name, field, check } of stepsOf(schema)) {
    const found = ownValue(given, name);
    const value = found === null && !field.required ? undefined : found;
    const issue =
      value === undefined ? field.required && contentIssue(field, "required") : check(value);
    if (issue) (issues ??= []).push(issue);
    else if (value !== undefined) setOwn(kept, name, copyOf(value));
  }
  return issues ? { valid: false, issues } : { valid: true, content: kept };
}

/**
 * The issues as one line for the user, each with the title (or name) of its field.
 *
 * @param schema - from {@link parseRequestedSchema}
 * @param issues - from {@link validateContent}
 * @returns one sentence for each issue, separated by spaces
 *
 * @example
 * ```ts
 * describeIssues(schema, issues); // "Age: Enter 0 or more. Colour: Choose one of the options."
 * ```
 */
export function describeIssues(schema: ParsedSchema, issues: readonly ContentIssue[]): string {
  const { fields } = schema;
  return issues
    .map(({ field, message }) => {
      const label = fields.find(({ name }) => name === field)?.title ?? field;
      // In a form with one field, its name is omitted.
      return label && fields.length !== 1 ? `${label}: ${message}` : message;
    })
    .join(" ");
}
