import { MidcallError } from "midcall";

/** The console could not be started, or a request made no sense. */
export class ConsoleError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONSOLE";
  override readonly code = "ERR_MIDCALL_CONSOLE";
}

/** What the page asked for cannot be done; its message is for the person. */
export class RequestError extends ConsoleError {
  /** 400, 404, 409 or 429. */
  readonly status: 400 | 404 | 409 | 429;

  constructor(status: RequestError["status"], message: string) {
    super(message);
    this.status = status;
  }
}
