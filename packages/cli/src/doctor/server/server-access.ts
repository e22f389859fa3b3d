import type { Environment } from "../../connect/environment.js";
import type { HeaderMap } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";

/** How to reach the server that is examined. */
export interface ServerAccess {
  readonly target: Target;
  /** For a URL; empty if none are specified. */
  readonly headers: HeaderMap;
  /** For a command; empty if none are specified. */
  readonly environment: Environment;
  /** For a command: the directory to start it in. */
  readonly cwd: string | undefined;
  /** Ends the connection, and the program with all its child processes. */
  readonly signal: AbortSignal;
}
