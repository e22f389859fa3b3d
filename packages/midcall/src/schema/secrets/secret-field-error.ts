import { MidcallError } from "../../contracts/errors.js";
import type { SecretKind } from "./kind.js";

/** A place where a form seems to ask for a secret. */
export interface SecretFinding {
  /** Name of the field; empty if the message asks. */
  readonly field: string;
  /** The text that it was found in. */
  readonly source: "name" | "title" | "description" | "default" | "format" | "message";
  readonly kind: SecretKind;
}

/**
 * A form asks for a secret. The host sees what the user enters in a form, and so may the model and its
 * logs; the specification forbids asking for secrets there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export class SecretFieldError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SECRET_FIELD";
  override readonly code = "ERR_MIDCALL_SECRET_FIELD";
  readonly findings: readonly SecretFinding[];

  constructor(findings: readonly SecretFinding[]) {
    const places = findings.slice(0, 5).map(({ field, source, kind }) => {
      return field
        ? `the field ${JSON.stringify(field.slice(0, 80))} (${kind}, by its ${source})`
        : `the message (${kind})`;
    });
    super(
      `This form seems to ask for a secret in ${places.join(", ")}. Form answers pass through the host and ` +
        "may reach the model and its logs. Use URL mode instead (ctx.elicit(message, url)), or read the secret from the server's " +
        'configuration. If it is not a secret, or must be asked this way, give a reason: allowSensitive: "<reason>".',
    );
    this.findings = findings;
  }
}
