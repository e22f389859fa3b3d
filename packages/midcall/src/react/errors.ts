import { MidcallError } from "../client/index.js";

/** A component or hook was used outside an {@link ElicitationProvider}. */
export class ProviderMissingError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REACT_PROVIDER";
  override readonly code = "ERR_MIDCALL_REACT_PROVIDER";

  constructor() {
    super("No inbox found. Render this component inside <ElicitationProvider inbox={…}>.");
  }
}

/** `callTool` was called while `useMcp` was not connected. */
export class NotConnectedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_REACT_NOT_CONNECTED";
  override readonly code = "ERR_MIDCALL_REACT_NOT_CONNECTED";

  constructor(state: string) {
    super(`The connection is ${state}. Wait for it, or call reconnect().`);
  }
}
