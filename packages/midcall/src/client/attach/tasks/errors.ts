import { MidcallError } from "../../../contracts/errors.js";

/** A 2026-07-28 server sent a task that is invalid or changed in a way that the extension does not allow. */
export class InvalidTaskError extends MidcallError {
  static readonly code = "ERR_MIDCALL_INVALID_TASK";
  override readonly code = "ERR_MIDCALL_INVALID_TASK";

  constructor(problem: string) {
    super(`The server sent an invalid task: ${problem}. This has to be fixed in the server.`);
  }
}

/** A server has cancelled the task that a call ran as. */
export class TaskCancelledError extends MidcallError {
  static readonly code = "ERR_MIDCALL_TASK_CANCELLED";
  override readonly code = "ERR_MIDCALL_TASK_CANCELLED";

  constructor(message: string | undefined) {
    super(
      `The server has cancelled the task.${message === undefined ? "" : ` It said: ${message}`}`,
    );
  }
}
