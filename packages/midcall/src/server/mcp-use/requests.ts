import { AsyncLocalStorage } from "node:async_hooks";
import { METHODS, type Method } from "../framework/request-context.js";
import { RequestReply } from "../framework/request-reply.js";
import type { VerifiedToken } from "../principal.js";

/** A request that a handler is running for. */
export interface CurrentRequest {
  readonly method: Method;
  readonly params: Readonly<Record<string, unknown>>;
  /** The contents of the verified access token. */
  readonly authInfo: VerifiedToken | undefined;
  /** The server that runs the handler. */
  readonly server: object;
  readonly reply: RequestReply;
}

/** The context of mcp-use's middleware. */
interface MiddlewareContext {
  readonly params: unknown;
  readonly auth?: unknown;
}

interface WithMiddleware {
  use(
    pattern: string,
    middleware: (ctx: MiddlewareContext, next: () => Promise<unknown>) => Promise<unknown>,
  ): unknown;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** The request that the caller's code runs for. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** Has a server keep the request that a handler runs for, of which mcp-use passes on a part. */
export function watchRequests(server: object): void {
  for (const method of METHODS) {
    (server as WithMiddleware).use(`mcp:${method}`, ({ params, auth }, next) => {
      const reply = new RequestReply();
      const request = {
        server,
        reply,
        method,
        params: params as Readonly<Record<string, unknown>>,
        authInfo: auth as VerifiedToken | undefined,
      };
      return reply.to(current.run(request, next));
    });
  }
}
