import { MidcallError } from "midcall";

/** The console could not be started. */
export class ConsoleError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONSOLE";
  override readonly code = "ERR_MIDCALL_CONSOLE";
}

/** A request of the console's page cannot be fulfilled. The page shows the message to the user. */
export class RequestError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONSOLE_REQUEST";
  override readonly code = "ERR_MIDCALL_CONSOLE_REQUEST";
  /** The HTTP status of the response. */
  readonly status: 400 | 404 | 409 | 429;

  constructor(status: RequestError["status"], message: string) {
    super(message);
    this.status = status;
  }
}
