import { MidcallError } from "../../contracts/errors.js";
import { listIssues } from "../parse/schema-error.js";
import type { SchemaIssue } from "../parse/schema-error.js";

/** An issue with the schema as a whole, with "It" in place of the name of a field. */
function named(issue: SchemaIssue): SchemaIssue {
  return issue.path === "" && /^[a-z]/.test(issue.message) ? { ...issue, path: "It" } : issue;
}

/**
 * A schema contains something that no form supports. `issues` lists each place (`path` is the property,
 * empty for the schema as a whole) and what to use instead.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export class SchemaUnsupportedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SCHEMA_UNSUPPORTED";
  override readonly code = "ERR_MIDCALL_SCHEMA_UNSUPPORTED";
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[], options?: ErrorOptions) {
    super(
      `A form is a flat list of strings, numbers, booleans and choices, and does not support this schema. ${listIssues(issues.map(named), Infinity)} ` +
        "Use flatter fields, a page in URL mode, or an app widget instead.",
      options,
    );
    this.issues = issues;
  }
}
