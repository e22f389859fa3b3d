import {
  createMcpHandler,
  type CreateMcpHandlerOptions,
  isLegacyRequest,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { OptionError } from "../../contracts/errors.js";
import { createForeignRequests, type ForeignRequestOptions } from "./foreign-requests.js";
import { readBytes } from "../../internal/read-bytes.js";
import type { Settings } from "../options.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { createMisuse } from "./misuse.js";
import { createNodeHandler, type NodeHandler } from "./node-handler.js";
import { shareSessions } from "./shared/share.js";
import { QUIET_MS, streamIfSlow } from "./slow-responses.js";
import type { FetchFunction, HttpRequestOptions, ServerFactory } from "./types.js";
import { createSessions } from "./sessions.js";

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

/**
 * A handler for one MCP endpoint. It and its `fetch` answer a web `Request`; `node` answers a request of Node's `http`.
 *
 * @example
 * ```ts
 * createServer(mcp.node).listen(3000); // Node's http
 * app.all("/mcp", mcp.node); // Express
 * app.all("/mcp", (c) => mcp(c.req.raw)); // Hono
 * Deno.serve(mcp); // Deno; Bun: export default mcp; Workers: export default { fetch: mcp.fetch }
 * ```
 */
export interface HttpHandler extends FetchFunction {
  readonly fetch: FetchFunction;
  /**
   * For `http.createServer`, Express and frameworks that hand out Node's request and response. Takes `request.auth` as the
   * verified token and `request.body` as the body, where a middleware has set them. Never rejects.
   */
  readonly node: NodeHandler;
  /** The SDK's change notifications for 2026-07-28 subscriptions. */
  readonly notify: McpHttpHandler["notify"];
  /**
   * Ends everything that is open; later requests are answered with 503. Where 2025 sessions are shared, open calls that have
   * asked their user are left to the other replicas, and nobody waits for a user's answer.
   */
  close(): Promise<void>;
}

const DEFAULT_BODY_BYTES = 4 * 1024 * 1024;

/**
 * One endpoint for all protocol versions: the SDK serves 2026-07-28 requests one by one; older ones go to sessions, which
 * all replicas share through the store (see `sessions`) or which live in this process. In the second case, a load balancer has
 * to route all requests of one session to one process.
 *
 * Requests that foreign web pages make a browser send are refused before anything is read: see `allowedOrigins` and
 * `allowedHosts`.
 *
 * @throws OptionError when an option is unusable
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function createHttpHandler(
  build: ServerFactory,
  settings: Settings,
  options: HttpHandlerOptions = {},
): HttpHandler {
  const {
    maxSessions = 10_000,
    maxSessionsPerPrincipal = 100,
    maxAnonymousSessions = Math.ceil(maxSessions / 2),
    sessionIdleMs = 1_800_000,
    sessionLeaseMs = 10_000,
    sessions: sharing,
    allowedHosts,
    allowedOrigins,
    ...sdkOptions
  } = options;
  const bounds = { maxSessions, maxSessionsPerPrincipal, maxAnonymousSessions };
  for (const [name, value] of Object.entries({ ...bounds, sessionIdleMs, sessionLeaseMs })) {
    if (!(Number.isSafeInteger(value) && value > 0)) {
      throw new OptionError(`${name} must be a positive integer, not ${String(value)}.`);
    }
  }
  if (settings.ephemeral) {
    settings.logger.warn(
      "midcall: serving HTTP without a secret, so open questions do not survive a restart and cannot be continued by another replica. " +
        "Pass `secret` to createElicitation.",
    );
  }
  if (settings.fallback?.includes("page") === true && settings.pages === undefined) {
    settings.logger.warn(
      'midcall: fallback names "page", which is not possible over HTTP without `pages`, so a user is never asked that way. ' +
        "Pass the result of createPages of midcall/pages as `pages` to createElicitation, or leave the way out.",
    );
  }
  const refuseForeign = createForeignRequests(
    { ...(allowedHosts && { allowedHosts }), ...(allowedOrigins && { allowedOrigins }) },
    settings.logger,
  );
  const onerror =
    options.onerror ??
    ((error: Error) => settings.logger.error(`midcall: a request failed: ${error.message}`));
  const modern = createMcpHandler(build, {
    ...sdkOptions,
    onerror,
    keepAliveMs: QUIET_MS,
    legacy: "reject",
  });
  const sessions = createSessions(build, {
    ...bounds,
    idleMs: sessionIdleMs,
    onerror,
    principal: settings.principal,
    logger: settings.logger,
    share: shareSessions(settings, sharing, { idleMs: sessionIdleMs, leaseMs: sessionLeaseMs }),
  });
  let closed = false;
  const maxBytes = options.maxRequestBodySize ?? DEFAULT_BODY_BYTES;

  const answer = async (
    request: Request,
    requestOptions: HttpRequestOptions,
  ): Promise<Response> => {
    if (closed) return jsonRpcError(503, -32_000, "This server has been closed.");
    const refusal = refuseForeign(request);
    if (refusal) return refusal;
    const body = requestOptions.parsedBody ?? (await readJson(request, maxBytes));
    // Without a JSON body the SDK answers from the request itself, whose body is then unread or unreadable.
    if (body === TOO_LARGE)
      return jsonRpcError(413, -32_000, `The request body is over the limit of ${maxBytes} bytes.`);
    if (body === NOT_JSON)
      return jsonRpcError(400, -32_700, "Parse error: the request body is not valid JSON.");
    const parsed = body === NO_BODY ? {} : { parsedBody: body };
    const auth = requestOptions.authInfo === undefined ? {} : { authInfo: requestOptions.authInfo };
    const legacy =
      isResponseInSession(request, body) ||
      (!isPerRequest(body) &&
        (await isLegacyRequest(request, body === NO_BODY ? undefined : body)));
    const given = { ...parsed, ...auth };
    // The session's id is a header of its first response. Its later responses are streams from their beginning.
    if (legacy) return sessions.fetch(request, given);
    return streamIfSlow(request, modern.fetch(request, given));
  };

  const misuse = createMisuse(settings.logger);
  const fetch = async (request: Request, given?: unknown): Promise<Response> => {
    const requestOptions = (given ?? {}) as HttpRequestOptions;
    return misuse.check(request, requestOptions) ?? answer(request, requestOptions);
  };

  return Object.assign(
    (request: Request, given?: unknown): Promise<Response> => fetch(request, given),
    {
      fetch,
      node: createNodeHandler(fetch, misuse, settings.logger),
      notify: modern.notify,
      close: async () => {
        closed = true;
        await Promise.all([modern.close(), sessions.close()]);
      },
    },
  );
}

/** Recognises the common case quickly; the SDK decides about everything else. */
function isPerRequest(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { _meta?: unknown } };
  const meta = params?._meta as Record<string, unknown> | null | undefined;
  return method !== "initialize" && meta?.[PROTOCOL_VERSION_META_KEY] === "2026-07-28";
}

/** A response, even a malformed one, is for the session: only there does a server send requests. */
function isResponseInSession({ headers }: Request, body: unknown): boolean {
  const { id, method } = (body ?? {}) as { id?: unknown; method?: unknown };
  return id !== undefined && method === undefined && headers.has("mcp-session-id");
}

const NO_BODY = Symbol("no body");
const NOT_JSON = Symbol("not JSON");
const TOO_LARGE = Symbol("too large");

/** Reads a JSON body once, so that neither half has to clone the request. */
async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  if (request.method !== "POST" || !isJson) return NO_BODY;
  const text = await readText(request, maxBytes);
  if (text === undefined) return TOO_LARGE;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Up to this size a body may come in chunks of one byte each without taking up much memory. */
const QUICK_BYTES = 64 * 1024;

/** The body, or `undefined` when it is larger than allowed. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) return undefined;
  // The HTTP server enforces a declared length, so that reading a short body at once is safe.
  if (declared !== null && Number(declared) <= QUICK_BYTES) return request.text();
  if (request.body === null) return "";
  return (await readBytes(request.body, maxBytes))?.toString("utf8");
}
