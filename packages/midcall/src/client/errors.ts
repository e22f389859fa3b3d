import { MidcallError } from "../contracts/errors.js";

/**
 * A server asked a host that never had anything to answer with. The host did not say that it can be
 * asked, so the server should not have.
 */
export class NoAnswererError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_ANSWERER";
  override readonly code = "ERR_MIDCALL_NO_ANSWERER";

  constructor() {
    super(
      "A server asked a question, and this host has nothing to answer with. " +
        "Pass onElicitation to createInbox, or call inbox.mount() before the client connects.",
    );
  }
}

/** An `onElicitation` callback returned what the question does not allow. Nothing of it was sent. */
export class InvalidAnswerError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  override readonly code = "ERR_MIDCALL_INVALID_ANSWER";
  /** What is wrong, one sentence each. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The answer of onElicitation was not sent. ${errors.join(" ")}`);
    this.errors = errors;
  }
}

/** `inbox.attach` came too late, or to a client that answers in another way; or `resume` came too early. */
export class InboxAttachError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INBOX_ATTACH";
  override readonly code = "ERR_MIDCALL_INBOX_ATTACH";
}

/** A server asked again and again; the call was given up. */
export class RoundLimitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_ROUND_LIMIT";
  override readonly code = "ERR_MIDCALL_ROUND_LIMIT";

  constructor(call: string, limit: number) {
    super(
      `${call} still wanted input after ${limit} rounds and was given up. ` +
        "If you trust the server, raise maxRounds in inbox.attach.",
    );
  }
}

/** A server asked for something that is no elicitation, and the host gave no way to answer it. */
export class InputKindError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INPUT_KIND";
  override readonly code = "ERR_MIDCALL_INPUT_KIND";

  constructor(method: string) {
    super(
      `The server asks for ${method}, which this host does not answer. Pass onInput to inbox.attach.`,
    );
  }
}

/** A 2026-07-28 server sent a `requestState` that is no text, so that the call cannot go on. */
export class InvalidStateError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_STATE";
  override readonly code = "ERR_MIDCALL_INVALID_STATE";

  constructor() {
    super("The server sent a requestState that is no text; the call is given up.");
  }
}

/** Every error `midcall/client` throws itself. */
export type ClientError =
  | NoAnswererError
  | InvalidAnswerError
  | InboxAttachError
  | RoundLimitError
  | InputKindError
  | InvalidStateError;
