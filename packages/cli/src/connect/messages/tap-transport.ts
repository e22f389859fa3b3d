import type { Transport } from "@modelcontextprotocol/client";

/** Receives every message of a transport. Must not throw. */
export type Tap = (direction: "sent" | "received", message: unknown) => void;

/** Runs the handling of a received message. Must call `handle` once. */
export type Around = (message: unknown, handle: () => void) => void;

const taps = new WeakMap<Transport, Tap[]>();
const arounds = new WeakMap<Transport, Around>();

/** Lets `around` run the handling of every message that a transport receives. The transport must be tapped. */
export function runReceived(transport: Transport, around: Around): void {
  arounds.set(transport, around);
}

/** Calls `tap` for every message of a transport, including the negotiation. @returns the same transport */
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
  // The negotiation replaces `onmessage` for a while and restores it: a tapped receiver is not tapped again.
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
        const around = arounds.get(transport);
        if (around) around(message, () => next(message, extra));
        else next(message, extra);
      };
      tapped.add(receiver);
    },
  });
  return transport;
}
