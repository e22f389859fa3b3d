import type { Logger } from "../logger.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { isNodeRequest, isNodeResponse, writeResponse } from "./node/node-exchange.js";
import type { HttpRequestOptions } from "./types.js";

const WRONG_REQUEST = "This server is not set up correctly; its log says what to change.";

/** Recognises requests that reach a handler in a way that it cannot answer. */
export interface Misuse {
  /** The response to arguments that the handler does not take, or `undefined`. */
  check(request: unknown, second: unknown): Response | undefined;
  /** The response to a request whose body was read and not kept. */
  bodyWasRead(): Response;
}

/**
 * Notices what a handler cannot answer: a request that is not a web `Request`, and one whose body was read before. The log
 * says what to change, once for each kind; the client is told no more than that.
 */
export function createMisuse(logger: Logger): Misuse {
  const told = new Set<string>();
  const refuse = (why: string): Response => {
    if (!told.has(why)) logger.error(`midcall: ${why}`);
    told.add(why);
    return jsonRpcError(500, -32_603, WRONG_REQUEST);
  };

  const check = (request: unknown, second: unknown): Response | undefined => {
    if (isNodeRequest(request)) {
      const refusal = refuse(
        "createHandler's function got a request of Node's http, and takes a web Request. " +
          'Pass its `node` instead: http.createServer(mcp.node), or app.all("/mcp", mcp.node) in Express.',
      );
      // Nobody else writes the response: Node and Express ignore what the function returns.
      if (isNodeResponse(second)) writeResponse(refusal.clone(), second).catch(() => {});
      return refusal;
    }
    if (!isWebRequest(request)) {
      return refuse(
        `createHandler's function takes a web Request, and got ${describe(request)}. ` +
          'In Hono, pass the request of the context: app.all("/mcp", (c) => mcp(c.req.raw)).',
      );
    }
    const { parsedBody, authInfo } = second as HttpRequestOptions;
    if (authInfo !== undefined && !isAuthInfo(authInfo)) {
      return refuse(
        "authInfo must be the contents of the verified token, an object with `token`, `clientId` and `scopes`. " +
          "`mcp.node` takes it from request.auth; if that is something else, pass mcp.node(request, response, { authInfo }).",
      );
    }
    return request.bodyUsed && parsedBody === undefined ? refuse(BODY_WAS_READ) : undefined;
  };

  return { check, bodyWasRead: () => refuse(BODY_WAS_READ) };
}

const BODY_WAS_READ =
  "the body of the request was read before the request reached createHandler's function. " +
  "Pass what was read as parsedBody, mcp(request, { parsedBody }), or hand the request over before anything reads it.";

function isWebRequest(value: unknown): value is Request {
  const request = value as Partial<Request> | null | undefined;
  return typeof request?.url === "string" && typeof request.headers?.get === "function";
}

/** Other middlewares leave other things; a user who cannot be told from others must not pass for a verified one. */
export function isAuthInfo(value: unknown): boolean {
  const { token, clientId } = (value ?? {}) as { token?: unknown; clientId?: unknown };
  return typeof token === "string" && typeof clientId === "string";
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null)
    return `${value === null ? "null" : typeof value}`;
  const { name } = (value as { constructor?: { name?: string } }).constructor ?? {};
  return name ? `an object of the class ${name}` : "an object";
}
