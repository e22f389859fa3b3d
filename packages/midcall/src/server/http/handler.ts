import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../../internal/is-object.js";
import { withoutNulls } from "../../internal/read-message.js";
import { createCheckedDirect } from "./direct/checked-direct.js";
import { fetchExchange } from "./direct/fetch-exchange.js";
import { createHandoffs } from "./direct/handoffs.js";
import { readPlainRequest } from "./direct/plain-request.js";
import type { Reply } from "./direct/exchange.js";
import { createForeignRequests } from "./foreign-requests.js";
import type { Settings } from "../options.js";
import { type Drained, type DrainOptions, Traffic } from "./drain.js";
import { type HttpHandlerOptions, readHandlerOptions } from "./handler-options.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { createMisuse } from "./misuse.js";
import { createNodeHandler, type NodeHandler } from "./node/node-handler.js";
import type { AnswerDirectly, RequestHead } from "./node/node-direct.js";
import { NO_BODY, NOT_JSON, readJson, TOO_LARGE, UNREADABLE } from "./read-json.js";
import { refuseBody } from "./refuse-body.js";
import { shareSessions } from "./shared/share.js";
import { QUIET_MS, streamIfSlow, toResponse } from "./slow-responses.js";
import type { FetchFunction, HttpRequestOptions, ServerFactory } from "./types.js";
import { createSessions } from "./sessions.js";

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
  /** Whether new clients should be sent to this process: false once it drains or is closed. For a readiness check. */
  readonly ready: boolean;
  /**
   * Prepares for a stop: new 2025 sessions are refused with 503 and `Retry-After`, and everything else is served until no
   * call is at work. Calls that wait for their user are not waited for. Then all streams are closed with `retry:`, and every
   * later request is refused. Call `close` next.
   *
   * @param options - `timeoutMs`: the longest time to wait for calls that are at work
   * @returns what was left
   * @throws OptionError when `timeoutMs` is unusable
   *
   * @example
   * ```ts
   * process.once("SIGTERM", async () => {
   *   const left = await mcp.drain({ timeoutMs: 20_000 });
   *   console.info("drained", left); // { waiting, running, sessions }
   *   await mcp.close();
   *   server.close();
   *   await store.close();
   *   await client.close(); // redis; with PostgreSQL: await pool.end()
   * });
   * ```
   */
  drain(options?: DrainOptions): Promise<Drained>;
  /**
   * Ends everything that is open; later requests are answered with 503. Where 2025 sessions are shared, open calls that have
   * asked their user are left to the other replicas, and nobody waits for a user's answer.
   */
  close(): Promise<void>;
}

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
  const { limits, sessionIdleMs, sessionLeaseMs, direct, reuse, maxBytes, ...read } =
    readHandlerOptions(build, options);
  warnOfGaps(settings, read.sessions);
  const refuseForeign = createForeignRequests(read.foreign, settings.logger);
  const onerror =
    options.onerror ??
    ((error: Error) => settings.logger.error(`midcall: a request failed: ${error.message}`));
  const handoffs = createHandoffs(
    build,
    () => modern.fetch,
    (server) => plainRequests?.follow(server),
  );
  const modern = createMcpHandler(handoffs.factory, {
    ...read.sdk,
    onerror,
    keepAliveMs: QUIET_MS,
    legacy: "reject",
  });
  const traffic: Traffic = new Traffic(settings.waitingCalls, () => sessions.load());
  const sessions = createSessions(build, {
    ...limits,
    streams: traffic.streams,
    direct,
    refusal: () => traffic.refusal(true),
    idleMs: sessionIdleMs,
    onerror,
    principal: settings.principal,
    logger: settings.logger,
    share: shareSessions(settings, read.sessions, {
      idleMs: sessionIdleMs,
      leaseMs: sessionLeaseMs,
    }),
  });
  let closed = false;
  const plainRequests = direct
    ? createCheckedDirect(build, handoffs, reuse, settings.logger)
    : undefined;
  const answerDirectly: AnswerDirectly = (body, { method, headers }, http) => {
    if (plainRequests === undefined || method !== "POST") return undefined;
    if (!isJsonContentType(headers.get("content-type"))) return undefined;
    const plain = readPlainRequest(body, headers);
    if (plain === undefined) return undefined;
    const coming = streamIfSlow({ method, headers }, plainRequests.serve(plain, body, http()));
    return traffic.serve(coming, true);
  };

  const answer = async (request: Request, requestOptions: HttpRequestOptions): Promise<Reply> => {
    if (closed) return jsonRpcError(503, -32_000, "This server has been closed.");
    const refusal = traffic.refusal(false) ?? refuseForeign(request);
    if (refusal) return refusal;
    const read = requestOptions.parsedBody ?? (await readJson(request, maxBytes));
    // Hosts in some languages write null for what they leave out, for which the SDK would refuse them.
    const body = isObject(read) ? withoutNulls(read) : read;
    // Without a JSON body the SDK answers from the request itself, whose body is then unread or unreadable.
    if (body === TOO_LARGE)
      return jsonRpcError(413, -32_000, `The request body is over the limit of ${maxBytes} bytes.`);
    if (body === NOT_JSON)
      return jsonRpcError(400, -32_700, "Parse error: the request body is not valid JSON.");
    if (body === UNREADABLE)
      return jsonRpcError(400, -32_700, "Parse error: the request body could not be read.");
    const refused = refuseBody(body);
    if (refused) return refused;
    const reply =
      body === NO_BODY
        ? undefined
        : answerDirectly(body, request, () => fetchExchange(request, requestOptions));
    if (reply !== undefined) return reply;
    const parsed = body === NO_BODY ? {} : { parsedBody: body };
    const auth = requestOptions.authInfo === undefined ? {} : { authInfo: requestOptions.authInfo };
    const legacy =
      isResponseInSession(request, body) ||
      (!isPerRequest(body) &&
        (await isLegacyRequest(request, body === NO_BODY ? undefined : body)));
    const given = Object.assign({}, parsed, auth);
    // The session's id is a header of its first response. Its later responses are streams from their beginning.
    if (legacy) return sessions.fetch(request, given);
    const coming = streamIfSlow(request, modern.fetch(request, given));
    return traffic.serve(coming, !isSubscription(body));
  };

  const misuse = createMisuse(settings.logger);
  const fetch = async (request: Request, given?: unknown): Promise<Response> => {
    const requestOptions = (given ?? {}) as HttpRequestOptions;
    return (
      misuse.check(request, requestOptions) ?? toResponse(await answer(request, requestOptions))
    );
  };
  const nodeDirect = direct && {
    isAllowed: (head: RequestHead) =>
      !closed && (traffic.refusal(false) ?? refuseForeign(head)) === undefined,
    answer: ((body, head, http) =>
      refuseBody(body) === undefined
        ? answerDirectly(body, head, http)
        : undefined) satisfies AnswerDirectly,
    maxBytes,
  };

  const handler = Object.assign(
    (request: Request, given?: unknown): Promise<Response> => fetch(request, given),
    {
      fetch,
      node: createNodeHandler(fetch, misuse, settings.logger, nodeDirect || undefined),
      notify: modern.notify,
      close: async () => {
        closed = true;
        plainRequests?.close();
        await Promise.all([modern.close(), sessions.close()]);
      },
      drain: (drainOptions?: DrainOptions) => traffic.drain(drainOptions),
    },
  );
  const ready = { get: () => traffic.isReady && !closed, enumerable: true };
  return Object.defineProperty(handler, "ready", ready) as typeof handler & {
    readonly ready: boolean;
  };
}

/** Warns of what is possible, and probably not meant. */
function warnOfGaps(
  { ephemeral, sharesStore, fallback, pages, logger }: Settings,
  sessions: HttpHandlerOptions["sessions"],
): void {
  if (ephemeral) {
    const local =
      sharesStore && sessions !== "local"
        ? "Although there is a store, sessions of 2025 are not shared: other replicas answer them with 404. "
        : "";
    logger.warn(
      "midcall: serving HTTP without a secret, so open questions do not survive a restart and cannot be continued by another replica. " +
        `${local}Pass \`secret\` to createElicitation${local && ", the same for every replica"}.`,
    );
  }
  if (fallback?.includes("page") === true && pages === undefined) {
    logger.warn(
      'midcall: fallback names "page", which is not possible over HTTP without `pages`, so a user is never asked that way. ' +
        "Pass the result of createPages of midcall/pages as `pages` to createElicitation, or leave the way out.",
    );
  }
}

/** A request whose stream stays open for as long as its client wants. */
function isSubscription(body: unknown): boolean {
  return (body as { method?: unknown } | null | undefined)?.method === "subscriptions/listen";
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
