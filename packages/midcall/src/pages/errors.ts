import { MidcallError } from "../contracts/errors.js";

/** A link could not be made: it is for nobody, asks for nothing, or leads where no page may lead. */
export class PageLinkError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PAGE_LINK";
  override readonly code = "ERR_MIDCALL_PAGE_LINK";
}

/** Why a connected account gave no token. */
export type ConnectFailure =
  /** The authorization server said no; `error` is its code. */
  | "refused"
  /** What it said does not hold: another issuer, a wrong state or nonce, no valid response. */
  | "invalid-response"
  /** It could not be reached in time. */
  | "unreachable"
  /** Another process is renewing the token and has not come back. */
  | "busy";

/** An authorization server gave no token. Never carries a token, a code or a secret. */
export class ConnectError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONNECT";
  override readonly code = "ERR_MIDCALL_CONNECT";
  readonly failure: ConnectFailure;
  /** The OAuth error code, such as `access_denied`, where the server gave one. */
  readonly error: string | undefined;

  constructor(message: string, failure: ConnectFailure, error?: string) {
    super(message);
    this.failure = failure;
    this.error = error;
  }
}
