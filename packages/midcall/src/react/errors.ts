import { MidcallError } from "../client/index.js";

/** A part was rendered outside of an {@link ElicitationProvider}. */
export class ProviderMissingError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REACT_PROVIDER";
  override readonly code = "ERR_MIDCALL_REACT_PROVIDER";

  constructor() {
    super("There is no inbox here. Render this inside of <ElicitationProvider inbox={…}>.");
  }
}

/** `callTool` was used while `useMcp` had no connection. */
export class NotConnectedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REACT_NOT_CONNECTED";
  override readonly code = "ERR_MIDCALL_REACT_NOT_CONNECTED";

  constructor(state: string) {
    super(`The connection is ${state}. Wait until it is ready, or reconnect().`);
  }
}
