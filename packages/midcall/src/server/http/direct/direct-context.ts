import type { Notification, ServerContext } from "@modelcontextprotocol/server";
import { createLazyMember } from "../../../internal/memory/lazy-member.js";
import { createNotes } from "../../../internal/memory/notes.js";
import type { Exchange, HttpExchange } from "./exchange.js";
import type { PlainRequest } from "./plain-request.js";

const exchanges = createNotes<object, Exchange>();

const defineSignal = createLazyMember<AbortSignal>("signal");
const defineRequest = createLazyMember<Request>("req");
const lazyMembers = createNotes<object, Omit<ServerContext["mcpReq"], "signal">>();

/** The members of a context's request, without the signal: that of a direct call is made on first use. */
export function membersOf(ctx: ServerContext): Omit<ServerContext["mcpReq"], "signal"> {
  return lazyMembers.get(ctx) ?? ctx.mcpReq;
}

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
  const members = {
    id,
    method,
    _meta: undefined,
    envelope,
    ...(inputResponses !== undefined && { inputResponses }),
    requestState: () => requestState,
    send: (...args: unknown[]) =>
      through((sdk) => Reflect.apply(sdk.send as (...all: unknown[]) => unknown, sdk, args)),
    notify: (notification: Notification) => through((sdk) => sdk.notify(notification)),
    // Only a request that names a log level gets messages, and it is no plain one.
    log: () => Promise.resolve(),
    elicitInput: (...args: Parameters<ServerContext["mcpReq"]["elicitInput"]>) =>
      through((sdk) => sdk.elicitInput(...args)),
    requestSampling: (...args: Parameters<ServerContext["mcpReq"]["requestSampling"]>) =>
      through((sdk) => sdk.requestSampling(...args)),
  };
  const ctx = {
    sessionId: undefined,
    mcpReq: Object.assign({}, members),
    http: {
      closeSSE: undefined,
      closeStandaloneSSE: undefined,
      ...(http.authInfo !== undefined && { authInfo: http.authInfo }),
    },
  };
  defineSignal(ctx.mcpReq, () => exchange.signal);
  defineRequest(ctx.http, () => http.web());
  exchanges.set(ctx, exchange);
  lazyMembers.set(ctx, members as unknown as ServerContext["mcpReq"]);
  return ctx as unknown as ServerContext;
}
