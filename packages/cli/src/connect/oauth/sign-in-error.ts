import { MidcallError } from "midcall";

/**
 * Why there is no token.
 *
 * - `needed`, `expired`, `scope`: the user has to sign in; for the first time, again, or with more permissions.
 * - `not-offered`: the server does not say where to sign in.
 * - `unsafe`: an address or a statement of the server is refused.
 * - `client-id`: the authorization server does not register programs; the user has to enter a client ID.
 * - `denied`: the authorization server or the user said no.
 * - `rejected`: the server does not accept the token that was issued for it.
 * - `offline`: the authorization server cannot be reached.
 * - `cancelled`, `late`: the user did not finish signing in.
 */
export type SignInProblem =
  | "needed"
  | "expired"
  | "scope"
  | "not-offered"
  | "unsafe"
  | "client-id"
  | "denied"
  | "rejected"
  | "offline"
  | "cancelled"
  | "late"
  | "failed";

/** What a server said when it refused a request. Untrusted. */
export interface Challenge {
  /** The URL of its metadata (RFC 9728). */
  readonly metadataUrl?: string | undefined;
  /** The scopes it requires, separated by spaces. */
  readonly scope?: string | undefined;
}

/** Signing in failed, or is necessary. The message says what happened and what to do; it contains no token. */
export class SignInError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CLI_SIGN_IN";
  override readonly code = "ERR_MIDCALL_CLI_SIGN_IN";
  readonly problem: SignInProblem;
  readonly challenge: Challenge;
  /** The HTTP status of the response, if the server requires a sign-in. */
  readonly status: number | undefined;

  constructor(
    problem: SignInProblem,
    message: string,
    { challenge = {}, ...options }: ErrorOptions & { readonly challenge?: Challenge } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.challenge = challenge;
    this.status = problem === "needed" ? 401 : undefined;
  }
}
