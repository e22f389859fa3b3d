import { createHash } from "node:crypto";
import type { Environment } from "../../connect/environment.js";
import type { HeaderMap } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";
import { canonical } from "../wire/same-request.js";

/** What decides which server a bridge reaches, and for which of its accounts. */
export interface ServerIdentity {
  readonly target: Target;
  readonly cwd: string | undefined;
  /** All variables that the program gets. */
  readonly environment: Environment;
  readonly headers: HeaderMap;
}

/**
 * Identifies a server: the same command, or the same URL, with the same account. Accounts are in variables and headers, so
 * an answer that was given for one is not used for another. It is a digest: those are secrets.
 */
export function serverIdOf({ target, cwd, environment, headers }: ServerIdentity): string {
  const reached =
    target.kind === "url"
      ? { url: target.url, headers }
      : { command: [target.command, ...target.args], cwd: cwd ?? process.cwd(), environment };
  return createHash("sha256").update(canonical(reached)).digest("hex");
}
