import type { Transport } from "@modelcontextprotocol/client";

/** Sees every message that goes through a transport; must not throw. */
export type Tap = (direction: "sent" | "received", message: unknown) => void;

const taps = new WeakMap<Transport, Tap[]>();

/** Lets somebody see every message of a transport, the negotiation included. @returns the same transport */
export function tapTransport(transport: Transport, tap: Tap): Transport {
  const before = taps.get(transport);
  if (before) {
    before.push(tap);
    return transport;
  }
  const all = [tap];
  taps.set(transport, all);
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const see of all) see("sent", message);
    return send(message, options);
  };
  // The negotiation borrows the receiver and puts it back: what is tapped stays as it is.
  const tapped = new WeakSet<object>();
  let receiver = transport.onmessage;
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    get: () => receiver,
    set: (next: Transport["onmessage"]) => {
      if (next === undefined || tapped.has(next)) {
        receiver = next;
        return;
      }
      receiver = (message, extra) => {
        for (const see of all) see("received", message);
        next(message, extra);
      };
      tapped.add(receiver);
    },
  });
  return transport;
}
