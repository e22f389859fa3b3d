import { MidcallError } from "../contracts/errors.js";

/**
 * A server sent a question to a host that cannot answer questions. The host did not declare the `elicitation`
 * capability, so the server should not have asked.
 */
export class NoAnswererError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_ANSWERER";
  override readonly code = "ERR_MIDCALL_NO_ANSWERER";

  constructor() {
    super(
      "This host cannot answer. " +
        "Pass onElicitation to createInbox, or call inbox.mount() or render an ElicitationProvider before client.connect.",
    );
  }
}

/** An `onElicitation` callback returned an answer that the question does not allow. It was not sent. */
export class InvalidAnswerError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  override readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  /** One sentence for each problem. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The answer of onElicitation is invalid. ${errors.join(" ")}`);
    this.errors = errors;
  }
}

/** The client given to `inbox.attach` cannot be attached, or `resume` was called before it was connected. */
export class InboxAttachError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INBOX_ATTACH";
  override readonly code = "ERR_MIDCALL_INBOX_ATTACH";
}

/** A call of an earlier run cannot be resumed: its server no longer knows it. Its question was not shown again. */
export class CallOverError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CALL_OVER";
  override readonly code = "ERR_MIDCALL_CALL_OVER";

  constructor(cause: Error) {
    super(`The server no longer knows this call: call again. It said: ${cause.message}`, { cause });
  }
}

/** A server requested input in more rounds than `maxRounds` allows. The call has failed. */
export class RoundLimitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_ROUND_LIMIT";
  override readonly code = "ERR_MIDCALL_ROUND_LIMIT";

  constructor(call: string, limit: number) {
    super(`${call} still requested input after ${limit} rounds (maxRounds).`);
  }
}

/** A server requested input other than an elicitation, and `inbox.attach` was given no `onInput`. */
export class InputKindError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INPUT_KIND";
  override readonly code = "ERR_MIDCALL_INPUT_KIND";

  constructor(method: string) {
    super(`The server requested ${method}. Pass onInput to inbox.attach to answer it.`);
  }
}

/** A 2026-07-28 server sent a `requestState` that is not a string, so the call cannot continue. */
export class InvalidStateError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_STATE";
  override readonly code = "ERR_MIDCALL_INVALID_STATE";

  constructor() {
    super("The server's requestState must be a string.");
  }
}
