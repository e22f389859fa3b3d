import { endMalformedMessages } from "../../../client/attach/malformed-messages.js";
import { member } from "../../../client/attach/params.js";
import { callOf } from "../../../client/attach/request.js";
import { InboxAttachError } from "../../../client/errors.js";
import type { Inbox } from "../../../client/inbox/types.js";
import {
  declaring,
  type Id,
  isModern,
  isRequest,
  type WireMessage,
  type WireRequest,
} from "./message.js";
import { createQuestions } from "./questions.js";
import { createRequests, isOwn, ResponseError } from "./requests.js";
import type { UntypedTransport, WireTransport } from "./transport.js";
import { createWireClient, type TransportOptions } from "./wire-client.js";

const attached = new WeakSet<object>();

/**
 * Attaches an inbox to a transport, in front of a client library that does not let a host see the original messages. The
 * capability is declared, questions are answered and calls are repeated without the library: it sees its calls and their
 * final results.
 *
 * It replaces `start` and `send`, and takes the handlers that the library has set when it calls `start`.
 *
 * @returns the same transport
 * @throws InboxAttachError if the transport is already attached
 * @throws OptionError if `options` are invalid
 */
export function attachTransport<T extends WireTransport>(
  inbox: Inbox,
  transport: T,
  options: TransportOptions,
): T {
  if (attached.has(transport)) throw new InboxAttachError("The transport already has an inbox.");
  const wire = transport as unknown as UntypedTransport;
  if (wire.onmessage) {
    throw new InboxAttachError(
      "A client is connected with this transport already. Call attach() before the client is made or connected.",
    );
  }
  // Below the inbox, whose client has no transport here.
  endMalformedMessages(transport as never);
  const send = wire.send.bind(wire);
  const requests = createRequests(send);
  const client = createWireClient(inbox, options, wire.start.bind(wire), (message, given) =>
    requests.send({ jsonrpc: "2.0", ...message }, given.signal, given.sendOptions),
  );
  attached.add(transport);
  const questions = createQuestions((request, signal) => client.answer(request, signal), send);
  /** The running calls of the library. */
  const calls = new Map<Id, AbortController>();
  /** The requests of the server that the library has to answer. */
  const passedOn = new Set<Id>();

  const ask = (request: WireRequest): void => {
    if (!client.isModern) return questions.ask(request);
    const error = { code: -32601, message: "2026-07-28 has no requests of servers." };
    // A lost connection is reported by its own event.
    send({ jsonrpc: "2.0", id: request.id, error }).catch(() => {});
  };

  /** Takes what the library would not understand. Returns whether it did. */
  const take = (message: WireMessage): boolean => {
    const { method, params } = message;
    if (isRequest(message)) {
      if (method === "elicitation/create") ask(message);
      else passedOn.add(message.id);
      return !passedOn.has(message.id);
    }
    switch (method) {
      case undefined:
        return requests.take(message);
      case "notifications/cancelled":
        questions.withdraw(member(params, "requestId"));
        return !passedOn.has(member(params, "requestId") as Id);
      case "notifications/progress":
        return isOwn(member(params, "progressToken"));
      case "notifications/elicitation/complete":
        client.complete(message);
        return true;
      default:
        return false;
    }
  };

  /** Makes a call of the library, and gives it the final result. */
  const call = async (message: WireRequest, sendOptions: object | undefined): Promise<void> => {
    const { id, method, params } = message;
    const stopped = new AbortController();
    calls.set(id, stopped);
    const theirs = member(sendOptions, "signal");
    const signal = AbortSignal.any([
      stopped.signal,
      ...(theirs instanceof AbortSignal ? [theirs] : []),
    ]);
    const respond = (response: object): void => {
      // A library may treat the response to a call that it has ended as an error.
      if (!signal.aborted) wire.onmessage?.({ jsonrpc: "2.0", id, ...response });
    };
    try {
      const options = { signal, sendOptions };
      respond({ result: await client.request({ method, ...(params && { params }) }, options) });
    } catch (error) {
      if (error instanceof ResponseError) respond({ error: error.error });
      else if (!signal.aborted) throw error;
    } finally {
      calls.delete(id);
    }
  };

  wire.start = async () => {
    const { onmessage, onclose } = wire;
    const connection: { onclose?: () => void } = { onclose: () => onclose?.call(wire) };
    wire.onmessage = (message, extra) => {
      if (!take(message)) onmessage?.call(wire, message, extra);
    };
    wire.onclose = () => {
      questions.close();
      requests.close();
      connection.onclose?.();
    };
    await client.connect(connection);
  };

  wire.send = async (given, sendOptions) => {
    if (given.method === "notifications/cancelled") {
      const running = calls.get(member(given.params, "requestId") as Id);
      if (running) return running.abort();
    }
    if (given.method === undefined) passedOn.delete(given.id!);
    if (isRequest(given)) client.isModern = isModern(given);
    const message = declaring(given, client.declared);
    if (isRequest(message) && callOf(message)) return call(message, sendOptions);
    return send(message, sendOptions);
  };
  return transport;
}
