import { safeLine } from "../../safe-text.js";
import { type Challenge, SignInError } from "./sign-in-error.js";

/** For a server that refuses a token that was issued for it. */
export const rejection = (host: string, challenge: Challenge = {}): SignInError =>
  new SignInError(
    "rejected",
    `${safeLine(host, 200)} rejects the token that was issued for it, perhaps because it expects another audience. If signing in again does not help, this has to be fixed in the server.`,
    { challenge },
  );

/** For a request that needs more permissions than the user has given. */
export function missingScope(challenge: Challenge, host: string): SignInError {
  const { scope } = challenge;
  const what = scope === undefined ? "more permissions" : `the permission ${safeLine(scope, 200)}`;
  return new SignInError(
    "scope",
    `${safeLine(host, 200)} needs ${what} for this. Sign in again to allow it.`,
    { challenge },
  );
}

/** Whether the user can solve it by signing in. */
export const isSolvedBySigningIn = ({ problem }: SignInError): boolean =>
  ["needed", "expired", "scope", "rejected"].includes(problem);
