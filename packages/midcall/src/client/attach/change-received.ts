import type { AttachableClient } from "./types.js";

/** A transport of the official client. */
export type Transport = Parameters<AttachableClient["connect"]>[0];
export type Receiver = NonNullable<Transport["onmessage"]>;
export type Message = Parameters<Receiver>[0];

/** A change of what a transport receives. */
export interface ReceivedChange {
  /** The receiver, without the change. */
  receiver(): Transport["onmessage"];
  /** Whether nothing else has taken its place: a listener of the host that was set later, in the same way. */
  isInUse(): boolean;
}

/**
 * Changes the messages that a transport receives, before its receiver gets them.
 *
 * @param change - returns the message for the receiver; `undefined`: it gets none
 */
export function changeReceived(
  transport: Transport,
  change: (message: Message) => Message | undefined,
): ReceivedChange {
  const property = findProperty(transport, "onmessage");
  let plain = transport.onmessage;
  let receiver = plain;
  const get = (): Transport["onmessage"] =>
    property?.get ? (property.get.call(transport) as typeof plain) : plain;
  const set = (next: Transport["onmessage"]): void => {
    if (property?.set) property.set.call(transport, next);
    else plain = next;
  };
  // The negotiation replaces `onmessage` for a while and restores it: what was set already is not changed again.
  const seen = new WeakMap<object, Transport["onmessage"]>();
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    get,
    set(next: Transport["onmessage"]) {
      const isKnown = next === undefined || seen.has(next);
      receiver = next && isKnown ? seen.get(next) : next;
      set(
        isKnown
          ? next
          : (message, extra) => {
              const passed = change(message);
              if (passed !== undefined) next!(passed, extra);
            },
      );
      const now = get();
      if (now) seen.set(now, receiver);
    },
  });
  const isInUse = (): boolean =>
    Object.getOwnPropertyDescriptor(transport, "onmessage")?.get === get;
  return { receiver: () => receiver, isInUse };
}

/** The property of an object or of what it inherits from. */
function findProperty(object: object, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = object; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return undefined;
}
