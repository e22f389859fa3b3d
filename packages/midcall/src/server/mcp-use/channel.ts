import { createLazyMember } from "../../internal/memory/lazy-member.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { type HostCapabilities, host, hostOfSession } from "../host/capabilities.js";
import type { CurrentRequest } from "./requests.js";

/** What is used of the context of mcp-use. */
export interface McpUseContext {
  readonly signal: AbortSignal;
  /** Hono's request. */
  readonly request?: { readonly raw: Request };
  readonly client: { capabilities(): unknown; info(): unknown };
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  requestState(): unknown;
  sendNotification(method: string, params?: Record<string, unknown>): Promise<void>;
}

/** A request of mcp-use, which serves 2026-07-28; 2025 is served without sessions, where no question can be asked. */
export function createChannel(
  ctx: McpUseContext,
  { params, server }: CurrentRequest,
): RequestChannel {
  const { progressToken } = (params["_meta"] ?? {}) as { progressToken?: string | number };
  const channel: Omit<RequestChannel, "host"> = {
    connection: server,
    isStdio: false,
    signal: ctx.signal,
    progressToken,
    inputResponses: ctx.inputResponses,
    send: () => Promise.reject(new Error("mcp-use sends no requests to the host.")),
    failureOf: () => "disconnected",
    notify: ({ method, params: given }) =>
      ctx.sendNotification(method, given as Record<string, unknown> | undefined),
    notifySession: async () => {},
    endBrokenResponses: () => {},
  };
  defineHost(channel, () => hostOf(ctx));
  return channel as RequestChannel;
}

const defineHost = createLazyMember<HostCapabilities>("host");

/** A request of 2026-07-28 describes its host itself, and has the version in a header, which the SDK has checked. */
function hostOf({ client, request }: McpUseContext): HostCapabilities {
  return request?.raw.headers.get("mcp-protocol-version") === "2026-07-28"
    ? host("multiRoundTrip", "2026-07-28", client.capabilities(), client.info())
    : hostOfSession(undefined, undefined, undefined);
}
