import { MidcallError } from "../contracts/errors.js";

/** The input or the output is not a terminal, so no user can be asked. */
export class NoTerminalError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_TERMINAL";
  override readonly code = "ERR_MIDCALL_NO_TERMINAL";

  constructor() {
    super(
      "Cannot ask: the input or output is not a terminal. Run the program in a terminal, or pass a terminal as input and output.",
    );
  }
}
