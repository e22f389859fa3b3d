import { MidcallError } from "../contracts/errors.js";

/** The codes of errors that only a change of the server's code can end. */
const MISTAKES: ReadonlySet<unknown> = new Set([
  "ERR_MIDCALL_ATTACH",
  "ERR_MIDCALL_OPTION",
  "ERR_MIDCALL_QUESTION",
  "ERR_MIDCALL_UNAWAITED",
  "ERR_MIDCALL_DUPLICATE_QUESTION",
  "ERR_MIDCALL_REPLAY_MISMATCH",
  "ERR_MIDCALL_STEP_KEY",
  "ERR_MIDCALL_STEP_NESTED",
  "ERR_MIDCALL_STEP_VALUE",
  "ERR_MIDCALL_NO_PRINCIPAL",
  "ERR_MIDCALL_SCHEMA_INVALID",
  "ERR_MIDCALL_SCHEMA_UNSUPPORTED",
  "ERR_MIDCALL_PATTERN_UNSUPPORTED",
  "ERR_MIDCALL_PATTERN_SLOW",
  "ERR_MIDCALL_SECRET_FIELD",
  "ERR_MIDCALL_PAGE_LINK",
]);

/** Whether an error is a mistake of the server's author, who reads the log; the host and its model cannot mend it. */
export function isMistake(error: unknown): error is Error {
  // By code: an error that a step has recorded is of no class of midcall's.
  return error instanceof Error && MISTAKES.has((error as { code?: unknown }).code);
}

/** `attach` was called too late or twice, or a handler runs on a server that is not attached. */
export class AttachError extends MidcallError {
  static readonly code = "ERR_MIDCALL_ATTACH";
  override readonly code = "ERR_MIDCALL_ATTACH";
}

/** The arguments of `ctx.elicit` or `ctx.confirm` are not a valid question. */
export class QuestionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_QUESTION";
  override readonly code = "ERR_MIDCALL_QUESTION";
}

/** The handler went on without waiting for a question, so its answer could decide nothing. Ends the call. */
export class UnawaitedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_UNAWAITED";
  override readonly code = "ERR_MIDCALL_UNAWAITED";

  /**
   * @param call The `ctx` call that nobody waits for, in words.
   * @param then What the handler did instead.
   */
  constructor(call: string, then: string) {
    super(
      `The handler ${then} without waiting for ${call}: it is a promise, which is always true. Nothing was decided. ` +
        "Write `await` in front of it, or pass it to Promise.all at once.",
    );
  }
}

/** A method of `ctx` was used after its call had ended. */
export class CallEndedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CALL_ENDED";
  override readonly code = "ERR_MIDCALL_CALL_ENDED";
}

/** Two questions cannot be distinguished, so an answer could reach the wrong one. Ends the call. */
export class DuplicateQuestionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_DUPLICATE_QUESTION";
  override readonly code = "ERR_MIDCALL_DUPLICATE_QUESTION";
}

/** The host cannot put the question to a user, and no fallback applies. Ends the call. */
export class CannotElicitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CANNOT_ELICIT";
  override readonly code = "ERR_MIDCALL_CANNOT_ELICIT";
}

/** No user answered a confirmation. That is not a no, so the call ends. */
export class UnansweredError extends MidcallError {
  static readonly code = "ERR_MIDCALL_UNANSWERED";
  override readonly code = "ERR_MIDCALL_UNANSWERED";
}

/** A secret or an account belongs to a user, but the user behind this request is not known. */
export class NoPrincipalError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_PRINCIPAL";
  override readonly code = "ERR_MIDCALL_NO_PRINCIPAL";
}

/** A secret or an account existed earlier in this call and no longer does: it was deleted or revoked, or it expired. */
export class SecretGoneError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SECRET_GONE";
  override readonly code = "ERR_MIDCALL_SECRET_GONE";
}

/** A limit of `createElicitation({ limits })` was reached. Ends the call. */
export class LimitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_LIMIT";
  override readonly code = "ERR_MIDCALL_LIMIT";
}

/** The re-run handler did not do what it did before, so recorded answers no longer match it. Ends the call. */
export class ReplayMismatchError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REPLAY_MISMATCH";
  override readonly code = "ERR_MIDCALL_REPLAY_MISMATCH";
  /** The key of the question or step. */
  readonly key: string;
  /** What was recorded under that key. */
  readonly recorded: string;
  /** What the handler did this time. */
  readonly current: string;

  constructor(key: string, recorded: string, current: string, remedy: string) {
    super(`Replay mismatch at "${key}". Recorded: ${recorded}. Now: ${current}. ${remedy}`);
    this.key = key;
    this.recorded = recorded;
    this.current = current;
  }
}

/** The key of a step was used twice in one call or is unusable, or the step has no function. Ends the call. */
export class StepKeyError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_KEY";
  override readonly code = "ERR_MIDCALL_STEP_KEY";
}

/** A step asked the user or ran another step. A finished step is not run again when the handler is re-run. Ends the call. */
export class StepNestingError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_NESTED";
  override readonly code = "ERR_MIDCALL_STEP_NESTED";

  /**
   * @param step - the key of the outer step
   * @param did - what it did, as a message says it
   */
  constructor(step: string, did: string) {
    super(
      `The step "${step}" ${did}. When the handler is re-run, a finished step is not run again, so that would be lost. ` +
        "Do it before or after the step.",
    );
  }
}

/** A step's result cannot be written as JSON, so it could not be recorded. Ends the call. */
export class StepValueError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_VALUE";
  override readonly code = "ERR_MIDCALL_STEP_VALUE";
}

/** A step was started by an earlier run that left no result: it may or may not have taken effect. Ends the call. */
export class StepInterruptedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_INTERRUPTED";
  override readonly code = "ERR_MIDCALL_STEP_INTERRUPTED";
}

/**
 * The `store` of `createElicitation`, or the store or vault of its `pages`, failed. `cause` is its error, which goes to the
 * log. Ends the call.
 */
export class StoreFailedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_FAILED";
  override readonly code = "ERR_MIDCALL_STORE_FAILED";

  constructor(
    cause: unknown,
    message: string = "The server could not use its store, so the call was stopped; a step that was running may or may not have taken effect. Try again later. The server's log has details.",
  ) {
    super(message, { cause });
  }
}

/**
 * What the store keeps was changed by somebody else than midcall, or moved to where it does not belong. Nothing of it is used, and
 * nothing of it is in the message.
 */
export class RecordChangedError extends StoreFailedError {
  constructor(cause: unknown) {
    super(
      cause,
      "What the server keeps of this call in its store was changed from outside, so the call was stopped and nothing of it was used; " +
        "a step that was running may or may not have taken effect. Make the call again. The server's log has details.",
    );
  }
}

/** Why a state was refused. The reason goes to the log; the client only gets `-32602`. */
export type StateRefusal =
  | "foreign"
  | "malformed"
  | "unknown-key"
  | "tampered"
  | "expired"
  | "principal"
  | "request"
  | "replayed"
  | "too-large";

const REFUSALS: Record<StateRefusal, string> = {
  foreign: "It was not made by midcall, but the tool it was sent to uses midcall",
  malformed: "It is not a valid midcall state",
  "unknown-key":
    "No configured secret can decrypt it. Was the secret rotated, or does another replica use a different one?",
  tampered: "It was modified on the way",
  expired: "It has expired (timeoutMs and stateTtlMs determine how long it is valid)",
  principal: "It belongs to another user, or to a call through another client",
  request:
    "It belongs to another tool, prompt or resource, to other arguments, or to a server with another name",
  replayed: "It was used before, with other answers, or its call has ended",
  "too-large": "It is larger than limits.stateBytes",
};

/** A `requestState` was refused. The reason goes to the log; the client only gets `-32602`. */
export class StateError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STATE";
  override readonly code = "ERR_MIDCALL_STATE";
  readonly reason: StateRefusal;

  constructor(reason: StateRefusal) {
    super(
      `Refused requestState: ${reason}. ${REFUSALS[reason]}. The call was answered with -32602; the client has to start a new one.`,
    );
    this.reason = reason;
  }
}
