import type { Notification, ServerContext } from "@modelcontextprotocol/server";
import type { Exchange, HttpExchange } from "./exchange.js";
import type { PlainRequest } from "./plain-request.js";

const exchanges = new WeakMap<object, Exchange>();

/** The exchange of a context that midcall has made; `undefined` for one of the SDK's. */
export function exchangeOf(ctx: ServerContext): Exchange | undefined {
  return exchanges.get(ctx);
}

/** The context that the SDK would make for this request, member by member. */
export function createDirectContext(
  { id, method, envelope, inputResponses, requestState }: PlainRequest,
  http: HttpExchange,
  exchange: Exchange,
): ServerContext {
  /** Sends through the SDK's own exchange, which begins here if it has not. */
  const through = async <T>(send: (sdk: ServerContext["mcpReq"]) => T): Promise<Awaited<T>> =>
    await send((await exchange.handOver()).mcpReq);
  const ctx = {
    sessionId: undefined,
    mcpReq: {
      id,
      method,
      _meta: undefined,
      envelope,
      ...(inputResponses !== undefined && { inputResponses }),
      requestState: () => requestState,
      get signal() {
        return exchange.signal;
      },
      send: (...args: unknown[]) =>
        through((sdk) => Reflect.apply(sdk.send as (...all: unknown[]) => unknown, sdk, args)),
      notify: (notification: Notification) => through((sdk) => sdk.notify(notification)),
      // Only a request that names a log level gets messages, and it is no plain one.
      log: () => Promise.resolve(),
      elicitInput: (...args: Parameters<ServerContext["mcpReq"]["elicitInput"]>) =>
        through((sdk) => sdk.elicitInput(...args)),
      requestSampling: (...args: Parameters<ServerContext["mcpReq"]["requestSampling"]>) =>
        through((sdk) => sdk.requestSampling(...args)),
    },
    http: {
      ...(http.authInfo !== undefined && { authInfo: http.authInfo }),
      get req() {
        return http.web();
      },
      closeSSE: undefined,
      closeStandaloneSSE: undefined,
    },
  };
  exchanges.set(ctx, exchange);
  return ctx as unknown as ServerContext;
}
