import type { CreateMcpHandlerOptions } from "@modelcontextprotocol/server";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { OptionError } from "../../contracts/errors.js";
import { describeValue } from "../../internal/describe-value.js";
import type { ForeignRequestOptions } from "./foreign-requests.js";
import type { SessionLimits } from "./session-counts.js";
import type { ServerFactory } from "./types.js";

/** Options of `elicitation.createHandler`, including some of the SDK's. */
export interface HttpHandlerOptions
  extends
    Pick<CreateMcpHandlerOptions, "onerror" | "bus" | "maxSubscriptions" | "maxRequestBodySize">,
    ForeignRequestOptions {
  /** The largest number of open 2025 sessions; further ones are refused with 503. Default 10,000. */
  readonly maxSessions?: number;
  /** The largest number of open 2025 sessions of one user; further ones are refused with 429. Default 100. */
  readonly maxSessionsPerPrincipal?: number;
  /**
   * The largest number of open 2025 sessions of all unverified users together, so that they leave room for verified users.
   * Further ones are refused with 429. Default: half of `maxSessions`, rounded up.
   */
  readonly maxAnonymousSessions?: number;
  /** Milliseconds after which a 2025 session without requests is closed. Default 1,800,000 (30 minutes). */
  readonly sessionIdleMs?: number;
  /**
   * Whether calls of tools, requests for prompts and for resources on 2026-07-28 go directly to the handlers of an attached server,
   * past the SDK's transport, and whether usual calls and answers of 2025 sessions that are not shared do. Responses are the same and
   * come sooner; beyond that, such a session refuses a request whose id is that of one that is still running, and ends the stream of a
   * cancelled call. Whatever is unusual goes through the SDK in any case, as does everything if the installed SDK is not one that
   * midcall answers exactly like. `false`: everything goes through the SDK, for instance where something of yours watches the messages
   * of its transport. Default `true`.
   */
  readonly direct?: boolean;
  /**
   * Whether one server answers all direct calls, instead of a new one for each: the fastest way, for a `build` that always
   * builds the same. What handlers know of a request is then in their context alone; `server.server.getClientCapabilities()` and
   * notifications sent through the server know no request. Other requests still get a server of their own. Default `false`.
   */
  readonly reuse?: boolean;
  /**
   * Whether every replica serves every 2025 session, with the `store` as all that they share: `"shared"` needs `store` and
   * `secret`; with `"local"`, a session lives in the process that began it. Default: shared where both are given and the store
   * is not that of one process (`createMemoryStore`).
   *
   * @see docs/fleets.md
   */
  readonly sessions?: "shared" | "local";
  /**
   * Milliseconds without a sign of life after which another replica may continue the open calls of this one, where sessions
   * are shared. Default 10,000.
   */
  readonly sessionLeaseMs?: number;
}

/** {@link HttpHandlerOptions} with their defaults. */
export interface ResolvedHandlerOptions {
  readonly limits: SessionLimits;
  readonly sessionIdleMs: number;
  readonly sessionLeaseMs: number;
  readonly sessions: "shared" | "local" | undefined;
  readonly foreign: ForeignRequestOptions;
  readonly direct: boolean;
  readonly reuse: boolean;
  readonly maxBytes: number;
  /** Those of the SDK. */
  readonly sdk: Pick<CreateMcpHandlerOptions, "bus" | "maxSubscriptions" | "maxRequestBodySize">;
}

const OPTIONS: OptionKinds<HttpHandlerOptions> = {
  onerror: "function",
  bus: "object",
  maxSubscriptions: "number",
  maxRequestBodySize: "number",
  allowedHosts: "any",
  allowedOrigins: "any",
  maxSessions: "any",
  maxSessionsPerPrincipal: "any",
  maxAnonymousSessions: "any",
  sessionIdleMs: "any",
  direct: "any",
  reuse: "any",
  sessions: { oneOf: ["shared", "local"] },
  sessionLeaseMs: "any",
};

const DEFAULT_BODY_BYTES = 4 * 1024 * 1024;

/** Fills in the defaults. @throws OptionError when an option is unusable */
export function readHandlerOptions(
  build: ServerFactory,
  options: HttpHandlerOptions,
): ResolvedHandlerOptions {
  assertOptions("createHandler", options, OPTIONS);
  const {
    maxSessions = 10_000,
    maxSessionsPerPrincipal = 100,
    maxAnonymousSessions = Math.ceil(maxSessions / 2),
    sessionIdleMs = 1_800_000,
    sessionLeaseMs = 10_000,
    sessions,
    allowedHosts,
    allowedOrigins,
    direct = true,
    reuse = false,
    onerror: _,
    ...sdk
  } = options;
  checkBuild(build);
  checkDirect(build, direct, reuse);
  const limits = { maxSessions, maxSessionsPerPrincipal, maxAnonymousSessions };
  checkPositive({ ...limits, sessionIdleMs, sessionLeaseMs });
  const foreign = {
    ...(allowedHosts !== undefined && { allowedHosts }),
    ...(allowedOrigins !== undefined && { allowedOrigins }),
  };
  const maxBytes = options.maxRequestBodySize ?? DEFAULT_BODY_BYTES;
  if (!(maxBytes > 0))
    throw new OptionError(
      `maxRequestBodySize must be a positive number of bytes, not ${maxBytes}.`,
    );
  return { limits, sessionIdleMs, sessionLeaseMs, sessions, foreign, direct, reuse, maxBytes, sdk };
}

function checkBuild(build: unknown): void {
  if (typeof build === "function") return;
  const given = typeof build === "object" && build !== null ? "an object" : describeValue(build);
  throw new OptionError(
    `createHandler needs a function that builds a new server for each session or request, not ${given}. ` +
      "Pass () => { const server = new McpServer(…); elicitation.attach(server); …; return server; }, not the server itself.",
  );
}

function checkPositive(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!(Number.isSafeInteger(value) && value > 0)) {
      throw new OptionError(`${name} must be a positive integer, not ${describeValue(value)}.`);
    }
  }
}

function checkDirect(build: ServerFactory, direct: unknown, reuse: unknown): void {
  for (const [name, value] of Object.entries({ direct, reuse })) {
    if (typeof value !== "boolean")
      throw new OptionError(`${name} must be true or false, not ${describeValue(value)}.`);
  }
  if (reuse === true && direct === false) {
    throw new OptionError(
      "reuse: one server can answer all calls only if they are called directly. Leave out `direct: false`, or `reuse`.",
    );
  }
  if (reuse === true && build.length > 0) {
    throw new OptionError(
      "reuse: the function that builds the server takes the request, so its servers may differ from one request to the next. " +
        "Leave out `reuse`, or build a server that is the same for everybody and read the request from the handler's context.",
    );
  }
}
