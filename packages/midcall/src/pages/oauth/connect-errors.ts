import * as oauth from "oauth4webapi";
import { OptionError } from "../../contracts/errors.js";
import { ConnectError } from "../errors.js";

/** The error for a refusal by the authorization server, with its error code. */
export function refusal(error: string): ConnectError {
  const code = /^[\w.-]{1,64}$/.test(error) ? error : "unknown_error";
  const hint = code === "invalid_client" ? " Check clientId, clientSecret and clientAuth." : "";
  return new ConnectError(
    `The authorization server refused the request: ${code}.${hint}`,
    "refused",
    code,
  );
}

/**
 * Converts what the work throws into a {@link ConnectError}. Errors of the OAuth library and of `fetch` carry responses,
 * and with them tokens; the error thrown here says what went wrong and nothing else.
 */
export async function withConnectErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await toConnectError(error);
  }
}

async function toConnectError(error: unknown): Promise<ConnectError> {
  if (error instanceof ConnectError) return error;
  if (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError
  ) {
    return refusal(error.error);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return toChallengeError(error);
  const { cause } = error as { cause?: unknown };
  if (cause instanceof ConnectError) return cause;
  if (cause instanceof Response && isUnavailable(cause.status))
    return unavailableError(cause.status);
  const code = codeOf(error);
  if (error instanceof OptionError || code?.startsWith("OAUTH_")) {
    // The library's messages are fixed texts. The data it looked at is in the cause, which is dropped here.
    const why = (error as Error).message.replace(/\.$/, "");
    return new ConnectError(
      `The authorization server's response is invalid: ${why} (${code}). Check issuer, clientId and metadata.`,
      "invalid-response",
    );
  }
  return new ConnectError("The authorization server could not be reached.", "unreachable");
}

/** A refusal that came with a challenge; its error code is in the body, which the library has not read. */
async function toChallengeError({
  response,
}: oauth.WWWAuthenticateChallengeError): Promise<ConnectError> {
  const { status } = response;
  if (isUnavailable(status)) return unavailableError(status);
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined;
  if (typeof body?.error === "string") return refusal(body.error);
  return refusal(status === 401 ? "invalid_client" : "unknown_error");
}

const isUnavailable = (status: number): boolean => status >= 500 || status === 429;

const unavailableError = (status: number): ConnectError =>
  new ConnectError(
    `The authorization server is temporarily unavailable (HTTP status ${status}).`,
    "unreachable",
  );

/** The `code` of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
