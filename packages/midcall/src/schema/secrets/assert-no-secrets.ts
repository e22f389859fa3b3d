import type { RequestedSchema } from "../requested-schema.js";
import { findSecretFields } from "./find-secrets.js";
import { SecretFieldError } from "./secret-field-error.js";

/** The reason why a form may ask for what looks like a secret. A blank string is not a reason. */
export type SecretOverride = string | undefined;

/**
 * Throws if a form asks for a secret, unless its author gives a reason.
 *
 * @param override - the author's `allowSensitive`; ignored unless it is a non-blank string
 * @throws {@link SecretFieldError} listing the fields, with alternatives
 *
 * @example
 * ```ts
 * assertNoSecrets({ type: "object", properties: { apiKey: { type: "string" } } }); // throws
 * assertNoSecrets(schema, message, "the door code of a public building, printed on its door");
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function assertNoSecrets(
  schema: RequestedSchema,
  message?: string,
  override?: SecretOverride,
): void {
  if (typeof override === "string" && override.trim() !== "") return;
  const findings = findSecretFields(schema, message);
  if (findings.length > 0) throw new SecretFieldError(findings);
}
