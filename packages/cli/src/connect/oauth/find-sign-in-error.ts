import { InsufficientScopeError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { missingScope, rejection } from "./reasons.js";
import { SignInError } from "./sign-in-error.js";

/**
 * Why a request was refused, if signing in would help: the SDK wraps the error of the bearer, and has errors of its own.
 *
 * @param server - the URL of the server
 */
export function findSignInError(error: unknown, server: string): SignInError | undefined {
  const { host } = new URL(server);
  let one = error;
  for (let depth = 0; depth < 10 && one instanceof Error; depth += 1) {
    if (one instanceof SignInError) return one;
    if (one instanceof InsufficientScopeError) {
      const { requiredScope: scope, resourceMetadataUrl } = one;
      return missingScope({ scope, metadataUrl: resourceMetadataUrl?.href }, host);
    }
    if (one instanceof SdkError && one.code === SdkErrorCode.ClientHttpAuthentication) {
      return rejection(host);
    }
    const { cause, data } = one as { readonly cause?: unknown; readonly data?: unknown };
    one = cause ?? (Object(data) as { readonly cause?: unknown }).cause;
  }
  return undefined;
}
