import { member } from "../params.js";

const INTERNAL_ERROR = -32603;

/**
 * Whether a server has refused a request, so that sending it again cannot help. The codes of the client, as for a
 * time-out, are texts, and an internal error may pass.
 */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error ? member(error, "code") : undefined;
  return typeof code === "number" && code !== INTERNAL_ERROR;
}
