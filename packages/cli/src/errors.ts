import { MidcallError } from "midcall";

/** The command line, or a file it names, cannot be used as it is. Exit code 2. */
export class UsageError extends MidcallError {
  static readonly code = "ERR_MIDCALL_USAGE";
  override readonly code = "ERR_MIDCALL_USAGE";
}

/** Why there is no connection to a server. */
export type ConnectProblem =
  | "not-found"
  | "not-executable"
  | "exited"
  | "unreachable"
  | "unauthorized"
  | "not-mcp"
  | "protocolVersion"
  | "timeout"
  | "aborted"
  | "failed";

/** A server cannot be talked to. `problem` says why, `stderr` has what its program last said. */
export class ConnectError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CONNECT";
  override readonly code = "ERR_MIDCALL_CONNECT";
  readonly problem: ConnectProblem;
  /** The last lines the server's program wrote, made safe to show; empty for a URL. */
  readonly stderr: readonly string[];

  constructor(
    problem: ConnectProblem,
    message: string,
    options: ErrorOptions & { readonly stderr?: readonly string[] } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.stderr = options.stderr ?? [];
  }
}
