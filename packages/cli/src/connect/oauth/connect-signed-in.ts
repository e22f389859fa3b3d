import type { StreamableHTTPClientTransportOptions } from "@modelcontextprotocol/client";
import { ConnectError } from "../../errors.js";
import type { ConnectOptions } from "../connection.js";
import { headersRefusal } from "../headers.js";
import type { SignInOffer } from "./authorizing/discover.js";
import { findSignInError } from "./find-sign-in-error.js";
import { isSolvedBySigningIn } from "./reasons.js";
import type { SignIn } from "./sign-in.js";
import { SignInError } from "./sign-in-error.js";

/** There is no connection before the user has signed in; `offer` says where, and `reason` why. */
export class SignInRequiredError extends ConnectError {
  readonly reason: SignInError;
  readonly offer: SignInOffer;

  constructor(reason: SignInError, offer: SignInOffer) {
    super("sign-in", reason.message, { cause: reason });
    this.reason = reason;
    this.offer = offer;
  }
}

/**
 * The sign-in of a connection: none with an `Authorization` header of the user's own, which it must not replace, and
 * none over plain http to another computer, where others could read the token.
 */
export function usableSignIn({ target, headers = {}, signIn }: ConnectOptions): SignIn | undefined {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return isGiven || headersRefusal(target) !== undefined ? undefined : signIn;
}

/** The options of the transport that send its token. */
export function signInOptions(signIn: SignIn | undefined): StreamableHTTPClientTransportOptions {
  if (!signIn) return {};
  const { authProvider, fetch } = signIn;
  // Asking for more permissions is for the user to decide.
  return { authProvider, fetch, onInsufficientScope: "throw" };
}

/**
 * Throws if connecting failed because the user has to sign in.
 *
 * @throws SignInRequiredError, or ConnectError if there is no way to sign in
 */
export async function requireSignIn(
  signIn: SignIn,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reason = findSignInError(error, signIn.server);
  if (!reason) return;
  if (!isSolvedBySigningIn(reason))
    throw new ConnectError("failed", reason.message, { cause: reason });
  let offer: SignInOffer;
  try {
    offer = await unlessAborted(signIn.offer(reason.challenge), signal);
  } catch (cause) {
    if (signal?.aborted) return;
    const isSilent = cause instanceof SignInError && cause.problem === "not-offered";
    // Without any metadata, it is a server for headers.
    if (isSilent && reason.problem === "needed" && reason.challenge.metadataUrl === undefined)
      return;
    throw new ConnectError("failed", (cause as Error).message, { cause });
  }
  throw new SignInRequiredError(reason, offer);
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("Aborted."));
    signal?.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {});
  return Promise.race([work, aborted]).finally(() => signal?.removeEventListener("abort", stop));
}
