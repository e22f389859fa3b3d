import { MidcallError } from "../contracts/errors.js";

/** `attach` was called too late or twice, or `handler` met a server nobody attached. */
export class AttachError extends MidcallError {
  static readonly code = "ERR_MIDCALL_ATTACH";
  override readonly code = "ERR_MIDCALL_ATTACH";
}

/** The arguments of `ctx.elicit` or `ctx.confirm` make no question. */
export class QuestionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_QUESTION";
  override readonly code = "ERR_MIDCALL_QUESTION";
}

/** Two questions cannot be told apart, so an answer could reach the wrong one. Ends the call. */
export class DuplicateQuestionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_DUPLICATE_QUESTION";
  override readonly code = "ERR_MIDCALL_DUPLICATE_QUESTION";
}

/** Nothing can put the question to a person: the host declares no way and no fallback applies. Ends the call. */
export class CannotElicitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CANNOT_ELICIT";
  override readonly code = "ERR_MIDCALL_CANNOT_ELICIT";
}

/** A confirmation nobody answered. Not a no: the call ends instead. */
export class UnansweredError extends MidcallError {
  static readonly code = "ERR_MIDCALL_UNANSWERED";
  override readonly code = "ERR_MIDCALL_UNANSWERED";
}

/** A secret or an account belongs to a person, and nobody is known to be behind this request. */
export class NoPrincipalError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_PRINCIPAL";
  override readonly code = "ERR_MIDCALL_NO_PRINCIPAL";
}

/** A secret or an account was there earlier in this call and is gone: deleted, run out or taken back. */
export class SecretGoneError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SECRET_GONE";
  override readonly code = "ERR_MIDCALL_SECRET_GONE";
}

/** A limit of `createElicitation({ limits })` was reached. Ends the call. */
export class LimitError extends MidcallError {
  static readonly code = "ERR_MIDCALL_LIMIT";
  override readonly code = "ERR_MIDCALL_LIMIT";
}

/** The re-run handler did not do what it did before, so recorded answers no longer fit it. Ends the call. */
export class ReplayMismatchError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REPLAY_MISMATCH";
  override readonly code = "ERR_MIDCALL_REPLAY_MISMATCH";
  /** The question's or step's key. */
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

/** A step was named twice in one call, its name is unusable, or it has no function. Ends the call. */
export class StepKeyError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_KEY";
  override readonly code = "ERR_MIDCALL_STEP_KEY";
}

/** A step asked the person or ran another step. What a step does is not looked into again when the handler is re-run. Ends the call. */
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

/** A step was begun by an earlier run that left no result: it may or may not have taken effect. Ends the call. */
export class StepInterruptedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STEP_INTERRUPTED";
  override readonly code = "ERR_MIDCALL_STEP_INTERRUPTED";
}

/**
 * The `store` of `createElicitation` rejected, or the store or the vault of its `pages`; `cause` has its own error,
 * which goes to the log. Ends the call.
 */
export class StoreFailedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_FAILED";
  override readonly code = "ERR_MIDCALL_STORE_FAILED";

  constructor(cause: unknown) {
    super(
      "The server could not use its store, so the call was stopped; a step that was under way may or may not have taken effect. Try again later. The server's log says more.",
      { cause },
    );
  }
}

/** Why a state was refused. Goes to the log; the wire says only `-32602`. */
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
  foreign: "It was not made by midcall, and the tool it came to uses midcall",
  malformed: "It is no state of midcall",
  "unknown-key":
    "No key of `secret` opens it: the secret is new, or another replica has another one",
  tampered: "It was changed on the way",
  expired: "It came too late (timeoutMs and stateTtlMs say how long it is good)",
  principal: "It belongs to another person, or to a call through another client",
  request:
    "It belongs to another tool, prompt or resource, to other arguments, or to a server of another name",
  replayed: "It was used before, with other answers, or its call has ended",
  "too-large": "It is over limits.stateBytes",
};

/** A `requestState` was refused. The reason is for the log; the wire says only `-32602`. */
export class StateError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STATE";
  override readonly code = "ERR_MIDCALL_STATE";
  readonly reason: StateRefusal;

  constructor(reason: StateRefusal) {
    super(
      `Refused requestState: ${reason}. ${REFUSALS[reason]}. The call was answered with -32602; the client has to start it again.`,
    );
    this.reason = reason;
  }
}
