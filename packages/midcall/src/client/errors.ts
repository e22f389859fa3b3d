import { MidcallError } from "../errors.js";

/** A server asked a host that has nothing to answer with. */
export class NoAnswererError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_ANSWERER";
  override readonly code = "ERR_MIDCALL_NO_ANSWERER";

  constructor() {
    super(
      "This host was asked a question and has nothing to answer it with. Pass `onElicitation` to createInbox, " +
        "or mount a UI (inbox.mount()) before the client connects.",
    );
  }
}

/** An `onElicitation` callback returned what the question does not allow. Nothing was sent. */
export class InvalidAnswerError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  override readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The answer was not sent, as the question does not allow it: ${errors.join(" ")}`);
    this.errors = errors;
  }
}

/** `attach` was called after the client had connected, or twice. */
export class InboxAttachError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INBOX_ATTACH";
  override readonly code = "ERR_MIDCALL_INBOX_ATTACH";
}

/** A call went round more often than the host allows. */
export class RoundLimitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_ROUND_LIMIT";
  override readonly code = "ERR_MIDCALL_ROUND_LIMIT";
}

/** Every error `midcall/client` throws itself. */
export type ClientError = NoAnswererError | InvalidAnswerError | InboxAttachError | RoundLimitError;
