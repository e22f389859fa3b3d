import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type McpServer,
  type Notification,
  PROTOCOL_VERSION_META_KEY,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createLazyMember } from "../../internal/memory/lazy-member.js";
import { exchangeOf } from "../http/direct/direct-context.js";
import { DurableFailure, durableCallOf } from "../framework/durable-call.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { type HostCapabilities, host, hostOfSession } from "../host/capabilities.js";
import { isStdio } from "../framework/is-stdio.js";
import { endBrokenResponses } from "../strategies/broken-responses.js";

/**
 * Accepts any response. midcall validates responses itself, so that a question with an invalid one can be asked again.
 */
const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "midcall", validate: (value) => ({ value }) },
};

const isResponse = (message: unknown): boolean =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

/**
 * A request of `@modelcontextprotocol/server`.
 *
 * @param cameAt - when each of its responses came, in a round of a task
 */
export function createChannel(
  server: McpServer,
  ctx: ServerContext,
  cameAt?: RequestChannel["cameAt"],
): RequestChannel {
  const { mcpReq, sessionId } = ctx;
  const durable = durableCallOf(server.server.transport, mcpReq.id);
  const channel: Omit<RequestChannel, "signal"> = {
    durable,
    // A server that is called directly may serve several requests at once.
    connection: exchangeOf(ctx) ?? server,
    isStdio: isStdio(server.server.transport),
    host: readHostCapabilities(server, mcpReq),
    progressToken: mcpReq._meta?.progressToken,
    requestId: mcpReq.id,
    sessionId,
    inputResponses: mcpReq.inputResponses,
    cameAt,
    send: (request, options) =>
      durable === undefined
        ? mcpReq.send(request, anything, { signal: options.signal, timeout: options.timeout })
        : durable.ask(request, options),
    failureOf(error) {
      if (error instanceof DurableFailure) return error.reason;
      if (!(error instanceof SdkError)) return undefined;
      return error.code === SdkErrorCode.RequestTimeout ? "deadline" : "disconnected";
    },
    notify: (notification) => mcpReq.notify(notification as Notification),
    notifySession: (notification) => server.server.notification(notification as Notification),
    endBrokenResponses: () => endBrokenResponses(server.server.transport, isResponse),
  };
  defineSignal(channel, () => mcpReq.signal);
  return channel as RequestChannel;
}

/** The signal of a direct call is made on first use. */
const defineSignal = createLazyMember<AbortSignal>("signal");

/** Reads the host behind a request: from the request itself on 2026-07-28, from the handshake on 2025. */
function readHostCapabilities(
  server: McpServer,
  mcpReq: ServerContext["mcpReq"],
): HostCapabilities {
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  if (envelope?.[PROTOCOL_VERSION_META_KEY] !== undefined) {
    return host(
      "multiRoundTrip",
      "2026-07-28",
      envelope[CLIENT_CAPABILITIES_META_KEY],
      envelope[CLIENT_INFO_META_KEY],
    );
  }
  return hostOfSession(
    server.server.getNegotiatedProtocolVersion(),
    server.server.getClientCapabilities(),
    server.server.getClientVersion(),
  );
}
