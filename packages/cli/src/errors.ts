import { MidcallError } from "midcall";

/** The command line, or a file it names, is invalid. Exit code 2. */
export class UsageError extends MidcallError {
  static readonly code = "ERR_MIDCALL_USAGE";
  override readonly code = "ERR_MIDCALL_USAGE";
}

/** Why a connection to a server failed. */
export type ConnectProblem =
  | "not-found"
  | "not-executable"
  | "exited"
  | "unreachable"
  | "unauthorized"
  | "sign-in"
  | "not-mcp"
  | "protocol-version"
  | "timeout"
  | "aborted"
  | "failed";

/** The connection to a server failed. `problem` is the reason; `stderr` is what its program wrote last. */
export class ConnectError extends MidcallError {
  static readonly code = "ERR_MIDCALL_CLI_CONNECT";
  override readonly code = "ERR_MIDCALL_CLI_CONNECT";
  readonly problem: ConnectProblem;
  /** The last lines the server's program wrote to stderr, safe to print; empty for a URL. */
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
