import { MidcallError } from "../../contracts/errors.js";

/** A problem in a `requestedSchema`. */
export interface SchemaIssue {
  /** JSON Pointer (RFC 6901) into the schema; empty for the schema itself. */
  readonly path: string;
  /** Stable code: the keyword concerned, or `limit`, `keyword`, `shape`, `unreadable`. */
  readonly code: string;
  /** One sentence that says what is wrong and what to do. */
  readonly message: string;
}

const SHOWN = 5;

/**
 * A `requestedSchema` is invalid. `issues` lists every problem found (at most 50), not only the first.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export class SchemaError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SCHEMA_INVALID";
  override readonly code = "ERR_MIDCALL_SCHEMA_INVALID";
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[], options?: ErrorOptions) {
    super(`Invalid requestedSchema. ${listIssues(issues)}`, options);
    this.issues = issues;
  }
}

/** The first few issues as one line of text. */
export function listIssues(issues: readonly SchemaIssue[], most: number = SHOWN): string {
  const shown = issues
    .slice(0, most)
    .map((issue) => `${issue.path.slice(0, 200)} ${issue.message}`.trim());
  if (issues.length > most) shown.push(`And ${issues.length - most} more.`);
  return shown.join(" ");
}
