import { MidcallError } from "../contracts/errors.js";

/** A link could not be created: the user is unknown, an option is unusable, or the user has too many links. */
export class PageLinkError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PAGE_LINK";
  override readonly code = "ERR_MIDCALL_PAGE_LINK";
}

/** Why there is no token for a connected account. */
export type ConnectFailure =
  /** The authorization server refused; `error` is its error code. */
  | "refused"
  /** Its response is invalid: a different issuer, a wrong state or nonce, or a malformed response. */
  | "invalid-response"
  /** It could not be reached, or did not respond in time. */
  | "unreachable"
  /** Another process is renewing the token and has not finished. */
  | "busy";

/** An authorization server issued no token. The error never contains a token, a code or a secret. */
export class ConnectError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONNECT";
  override readonly code = "ERR_MIDCALL_CONNECT";
  readonly failure: ConnectFailure;
  /** The OAuth error code, such as `access_denied`, if the server sent one. */
  readonly error: string | undefined;

  constructor(message: string, failure: ConnectFailure, error?: string) {
    super(message);
    this.failure = failure;
    this.error = error;
  }
}
