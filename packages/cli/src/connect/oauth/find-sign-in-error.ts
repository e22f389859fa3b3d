import { InsufficientScopeError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { safeLine } from "../../safe-text.js";
import { rejection } from "./bearer.js";
import { SignInError } from "./sign-in-error.js";

/**
 * Why a request was refused, if signing in would help: the SDK wraps the error of the bearer, and has errors of its own.
 *
 * @param server - the URL of the server
 */
export function findSignInError(error: unknown, server: string): SignInError | undefined {
  let one = error;
  for (let depth = 0; depth < 10 && one instanceof Error; depth += 1) {
    if (one instanceof SignInError) return one;
    if (one instanceof InsufficientScopeError) return missingScope(one, server);
    if (one instanceof SdkError && one.code === SdkErrorCode.ClientHttpAuthentication) {
      return new SignInError("rejected", rejection(new URL(server).host), { cause: one });
    }
    const { cause, data } = one as { readonly cause?: unknown; readonly data?: unknown };
    one = cause ?? (Object(data) as { readonly cause?: unknown }).cause;
  }
  return undefined;
}

function missingScope(
  { requiredScope: scope, resourceMetadataUrl }: InsufficientScopeError,
  server: string,
): SignInError {
  const what = scope === undefined ? "more permissions" : `the permission ${safeLine(scope, 200)}`;
  return new SignInError(
    "scope",
    `${safeLine(new URL(server).host, 200)} needs ${what} for this. Sign in again to allow it.`,
    { challenge: { scope, metadataUrl: resourceMetadataUrl?.href } },
  );
}

/** Whether the user can solve it by signing in. */
export const isSolvedBySigningIn = ({ problem }: SignInError): boolean =>
  ["needed", "expired", "scope", "rejected"].includes(problem);
