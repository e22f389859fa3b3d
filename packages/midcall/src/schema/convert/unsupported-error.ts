import { MidcallError } from "../../contracts/errors.js";
import { listIssues } from "../parse/schema-error.js";
import type { SchemaIssue } from "../parse/schema-error.js";

/** An issue with the whole schema begins where others have the name of a field. */
function named(issue: SchemaIssue): SchemaIssue {
  return issue.path === "" && /^[a-z]/.test(issue.message) ? { ...issue, path: "It" } : issue;
}

/**
 * A schema asks for something no form can carry. `issues` names each place (`path` is the property,
 * empty for the schema as a whole) and says what to use instead.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export class SchemaUnsupportedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SCHEMA_UNSUPPORTED";
  override readonly code = "ERR_MIDCALL_SCHEMA_UNSUPPORTED";
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[], options?: ErrorOptions) {
    super(
      `A form is a flat list of texts, numbers, yes/no and choices, and cannot carry this schema. ${listIssues(issues.map(named), Infinity)} ` +
        "For what does not fit, use flatter fields, a page in URL mode, or an app widget.",
      options,
    );
    this.issues = issues;
  }
}
