import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../../internal/is-object.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { createLazyMember } from "../../internal/memory/lazy-member.js";
import type { RequestChannel, SendOptions } from "../framework/request-channel.js";
import { isStdio } from "../framework/is-stdio.js";
import { type HostCapabilities, hostOfSession } from "../host/capabilities.js";
import { endBrokenResponses } from "../strategies/broken-responses.js";
import type { Extra, IncomingRequest } from "./protocol.js";

type ResultSchema = Parameters<Extra["sendRequest"]>[1];

/**
 * Accepts any response, with the methods that the SDK calls on a schema. midcall validates responses itself, so that a
 * question with an invalid one can be asked again.
 */
const anything = {
  parse: (data: unknown) => data,
  safeParse: (data: unknown) => ({ success: true, data }),
} as unknown as ResultSchema;

/** A request to the host that got no response. */
class NoResponse extends Error {
  readonly reason: "deadline" | "disconnected";

  constructor(reason: "deadline" | "disconnected") {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A request of `@modelcontextprotocol/sdk` 1.x.
 *
 * @param signal - aborts when the call is cancelled
 */
export function createChannel(
  { connection, extra }: IncomingRequest,
  signal: AbortSignal = extra.signal,
): RequestChannel {
  const { server } = connection;
  const channel: Omit<RequestChannel, "host"> = {
    connection: server,
    isStdio: isStdio(server.transport),
    signal,
    progressToken: extra._meta?.progressToken,
    requestId: extra.requestId,
    sessionId: extra.sessionId,
    inputResponses: undefined,
    send: async (request, options) => {
      const connectionSignal = connection.signal();
      try {
        return await withDeadline(options, (until) =>
          extra.sendRequest(request as ServerRequest, anything, {
            signal: until,
            timeout: MAX_TIMER_MS,
          }),
        );
      } catch (error) {
        if (error instanceof NoResponse) throw error;
        if (connectionSignal.aborted) throw new NoResponse("disconnected");
        throw withoutPrefix(error);
      }
    },
    failureOf: (error) => (error instanceof NoResponse ? error.reason : undefined),
    notify: (notification) => extra.sendNotification(notification as ServerNotification),
    notifySession: (notification) => server.notification(notification as ServerNotification),
    endBrokenResponses: () =>
      endBrokenResponses(server.transport as Transport | undefined, isResponse),
  };
  defineHost(channel, () =>
    hostOfSession(
      connection.protocolVersion(),
      server.getClientCapabilities(),
      server.getClientVersion(),
    ),
  );
  return channel as RequestChannel;
}

const defineHost = createLazyMember<HostCapabilities>("host");

/**
 * Withdraws a request at its deadline. The SDK's own timer would end it with an error that a host could send as well.
 *
 * @throws NoResponse at the deadline
 */
async function withDeadline<T>(
  { signal, timeout }: SendOptions,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const withdraw = (): void => stop.abort(signal.reason);
  signal.addEventListener("abort", withdraw, { once: true });
  if (signal.aborted) withdraw();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort("The deadline of the question has passed.");
  }, timeout);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (isLate) throw new NoResponse("deadline");
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", withdraw);
  }
}

/** The host's error, without the words that the SDK puts before its message. */
function withoutPrefix(error: unknown): unknown {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  if (typeof code !== "number") return error;
  return { code, message: String(message).replace(/^MCP error -?\d+: /, ""), data };
}

/** Whether the SDK accepts a message as a response; it drops others. */
function isResponse(message: unknown): boolean {
  if (!isObject(message) || message["jsonrpc"] !== "2.0") return false;
  const { result, error } = message;
  if (isObject(error))
    return Number.isInteger(error["code"]) && typeof error["message"] === "string";
  return isObject(result) && (result["_meta"] === undefined || isObject(result["_meta"]));
}
