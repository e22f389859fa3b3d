import type { MessageExtraInfo } from "@modelcontextprotocol/sdk/types.js";
import type { PrincipalContext, VerifiedToken } from "../principal.js";
import type { ReceivedRequest } from "../framework/request-context.js";
import type { RequestReply } from "../framework/request-reply.js";
import type { NeedsStructure } from "../framework/structured-tools.js";
import type { IncomingRequest } from "./protocol.js";
import { createChannel } from "./channel.js";

/** What is known of a request besides its channel. */
export interface RequestFacts {
  /** The name of the server. */
  readonly server: string;
  readonly needsStructure: NeedsStructure;
  readonly reply: RequestReply;
  /** Default: the SDK's. */
  readonly signal?: AbortSignal | undefined;
  /** The verified user, where the framework has verified one in its own way. */
  readonly authInfo?: VerifiedToken | undefined;
}

/** A request as the core receives it. */
export function toReceivedRequest(
  request: IncomingRequest,
  { server, signal, authInfo, needsStructure, reply }: RequestFacts,
): ReceivedRequest {
  const http = httpOf(request.extra, request.connection, authInfo);
  return {
    channel: createChannel(request, signal),
    connectionSignal: () => request.connection.signal(),
    server,
    method: request.method,
    params: request.params,
    requestState: undefined,
    needsStructure,
    reply,
    ...(http && { http }),
  };
}

/** The HTTP side of a message; `undefined` without HTTP, where the user is the one who started the server. */
export function httpOf(
  message: MessageExtraInfo,
  { server }: Pick<IncomingRequest["connection"], "server">,
  verified?: VerifiedToken,
): PrincipalContext["http"] {
  const { requestInfo } = message;
  const authInfo = message.authInfo ?? verified;
  const isHttp = requestInfo !== undefined || message.authInfo !== undefined || speaksHttp(server);
  if (!isHttp) return undefined;
  const { headers, url } = (requestInfo ?? { headers: {} }) as {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly url?: URL;
  };
  return { req: requestOf(headers, url), ...(authInfo && { authInfo }) };
}

/**
 * Whether requests come over HTTP. Not every transport says so with each request: other makers' pass less on. A transport
 * that has gone counts as HTTP, which claims the least.
 */
function speaksHttp({ transport }: IncomingRequest["connection"]["server"]): boolean {
  if (transport === undefined || transport.sessionId !== undefined) return true;
  return "handleRequest" in transport || "handlePostMessage" in transport;
}

function requestOf(
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
  url: URL = new URL("http://localhost/"),
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === "string") headers.append(name, one);
    }
  }
  return new Request(url, { headers });
}
