import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** What happens to the messages of a transport on their way. Each may pass one on, now or later, or not at all. */
export interface Interception {
  send(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => Promise<void>): Promise<void>;
  receive(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => void): void;
}

/**
 * Lets every message of a transport, including the negotiation, go through an interception. Of several, the first one
 * is nearest to the wire.
 */
export function interceptTransport(
  transport: Transport,
  { send, receive }: Interception,
): Transport {
  const passOn = transport.send.bind(transport);
  transport.send = (message, options) => send(message, (one) => passOn(one, options));
  const before = Object.getOwnPropertyDescriptor(transport, "onmessage");
  let stored = transport.onmessage;
  const get = before?.get ?? (() => stored);
  const set = before?.set ?? ((next: Transport["onmessage"]) => void (stored = next));
  // The negotiation replaces `onmessage` and restores it, so a listener that is known already is kept as it is.
  const known = new WeakSet<object>();
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    // A getter of its own: others see that their listener is not the outermost any more.
    get: () => get.call(transport) as Transport["onmessage"],
    set: (next: Transport["onmessage"]) => {
      if (next === undefined || known.has(next)) {
        set.call(transport, next);
        return;
      }
      const listener: NonNullable<Transport["onmessage"]> = (message, extra) => {
        receive(message, (one) => next(one, extra));
      };
      set.call(transport, listener);
      known.add(listener);
      const outermost: unknown = get.call(transport);
      if (typeof outermost === "function") known.add(outermost);
    },
  });
  return transport;
}
