import type { McpServer } from "@modelcontextprotocol/server";
import { LinkedList } from "../../../internal/memory/linked-list.js";
import { createLazyMember } from "../../../internal/memory/lazy-member.js";
import { forOneCall } from "../../sdk-v2/lazy-tools.js";
import type { ServerFactory } from "../types.js";
import {
  attachedServer,
  complete,
  handlerOf,
  type RequestHandler,
  shareRegistrations,
} from "./attached-servers.js";
import { createDirectContext } from "./direct-context.js";
import { createDirectTransport, type DirectTransport } from "./direct-transport.js";
import { Exchange, type HttpExchange, type Reply } from "./exchange.js";
import type { Handoffs, SdkRequest } from "./handoffs.js";
import type { PlainRequest } from "./plain-request.js";
import { bindServer, isPlainServer, serverInfoOf } from "./sdk-server.js";

/** Answers plain requests without the SDK's transport. */
export interface Direct {
  /** @param body - the JSON body of the request, as it was read */
  serve(plain: PlainRequest, body: unknown, http: HttpExchange): Promise<Reply>;
  /** Gives a server the tools, prompts and resources of the one that answers direct calls, as they are now, if there is one. */
  follow(server: McpServer): void;
  /** Ends all exchanges, as the SDK does when its handler is closed. */
  close(): void;
}

/**
 * @param build - builds the author's server
 * @param reuse - whether one server is used for all calls
 */
export function createDirect(build: ServerFactory, handoffs: Handoffs, reuse: boolean): Direct {
  const open = new LinkedList<Exchange>();
  const reused = reuse ? sharedServer(build) : undefined;
  const servers = reused?.get ?? ownServers(build);

  const begin = (
    server: McpServer,
    handler: RequestHandler,
    plain: PlainRequest,
    http: HttpExchange,
    sdk: () => SdkRequest,
  ): Promise<Reply> => {
    const transport = reuse ? undefined : createDirectTransport();
    const exchange = new Exchange({
      http,
      plain,
      handoffs,
      server,
      sdk,
      serverInfo: serverInfoOf(server),
      onEnd() {
        remove();
        if (transport === undefined) return;
        disconnect(server, transport);
        // The SDK's functions on the transport stay in memory longer than a call.
        transport.exchange = undefined;
      },
    });
    const remove = open.add(exchange);
    const run = (): Promise<Reply> => {
      exchange.run(() =>
        handler(
          { method: plain.method, params: plain.params },
          createDirectContext(plain, http, exchange),
        ),
      );
      return exchange.reply;
    };
    return transport === undefined ? run() : connect(server, transport, exchange).then(run);
  };

  const serveWith = (
    server: McpServer,
    plain: PlainRequest,
    http: HttpExchange,
    sdk: () => SdkRequest,
  ): Promise<Reply> => {
    let handler: RequestHandler | false | undefined;
    try {
      const attached = attachedServer(server);
      handler =
        attached &&
        isPlainServer(server, plain) &&
        handlerOf(server, attached, plain.method, plain.name);
      const isFree = (reuse || server.server.transport === undefined) && !http.isGone();
      if (!isFree || !bindServer(server, reuse ? undefined : plain.envelope)) handler = false;
      if (!handler) complete(server);
    } catch (error) {
      return handoffs.fail(sdk(), error);
    }
    if (!handler) return handoffs.serve(sdk(), reuse ? undefined : server);
    return begin(server, handler, plain, http, sdk);
  };

  return {
    serve(plain, body, http) {
      const sdk = (): SdkRequest => ({ request: http.web(), body, authInfo: http.authInfo });
      if (reused?.server !== undefined) return serveWith(reused.server, plain, http, sdk);
      return servers(http).then(
        (server) => serveWith(server, plain, http, sdk),
        (error: unknown) => handoffs.fail(sdk(), error),
      );
    },
    follow(server) {
      if (reused?.server !== undefined) shareRegistrations(reused.server, server);
    },
    close() {
      for (const exchange of open.values()) exchange.close();
    },
  };
}

async function connect(
  server: McpServer,
  transport: DirectTransport,
  exchange: Exchange,
): Promise<void> {
  transport.exchange = exchange;
  await server.connect(transport);
}

/**
 * Tells a server that its transport has closed. For that the SDK makes an error, which is for requests that the server itself has
 * open and nearly always for nobody. It gets no stack, which would take longer than everything else, unless the author listens.
 */
function disconnect({ server }: McpServer, { onclose }: DirectTransport): void {
  if (server.onclose !== undefined) return onclose?.();
  const { stackTraceLimit } = Error;
  // A program may have frozen `Error`, or run where it has no such limit.
  const isLimited = stackTraceLimit !== undefined && Reflect.set(Error, "stackTraceLimit", 0);
  try {
    onclose?.();
  } finally {
    if (isLimited) Error.stackTraceLimit = stackTraceLimit;
  }
}

type Servers = (http: HttpExchange) => Promise<McpServer>;

/** A new server for each request. */
function ownServers(build: ServerFactory): Servers {
  return async (http) => forOneCall(() => build(requestContext(http)));
}

/** One server for all requests, built for the first. */
function sharedServer(build: ServerFactory): {
  readonly get: Servers;
  readonly server?: McpServer;
} {
  let shared: Promise<McpServer> | undefined;
  const made: { readonly get: Servers; server?: McpServer } = {
    get(http) {
      if (shared === undefined) {
        const building = prepareShared(build, http);
        shared = building;
        building.then(
          (server) => (made.server = server),
          // What could not be built is built again for the next request.
          () => (shared = undefined),
        );
      }
      return shared;
    },
  };
  return made;
}

async function prepareShared(build: ServerFactory, http: HttpExchange): Promise<McpServer> {
  const server = await build(requestContext(http));
  // A server that is connected to something else already is used for nothing.
  if (attachedServer(server) !== undefined && bindServer(server, undefined))
    await server.connect(createDirectTransport());
  return server;
}

/** What the SDK gives to a factory; the web request is made only where the factory asks for it. */
function requestContext(http: HttpExchange): Parameters<ServerFactory>[0] {
  const context = {
    era: "modern" as const,
    ...(http.authInfo !== undefined && { authInfo: http.authInfo }),
  };
  defineRequestInfo(context, () => http.web());
  return context;
}

const defineRequestInfo = createLazyMember<Request>("requestInfo");
