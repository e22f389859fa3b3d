import { MidcallError } from "../contracts/errors.js";

/** There is nobody to ask: input or output is no terminal. */
export class NoTerminalError extends MidcallError {
  static readonly code = "ERR_MIDCALL_NO_TERMINAL";
  override readonly code = "ERR_MIDCALL_NO_TERMINAL";

  constructor() {
    super(
      "Nobody can be asked: standard input or output is no terminal. Run it in a terminal, or pass an input and an output that are one.",
    );
  }
}
