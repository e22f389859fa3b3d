import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { assertOptions } from "../../internal/assert-options.js";
import { interceptTransport } from "../intercept.js";
import type { Fault, WireMessage } from "./fault.js";
import { createRandom } from "./random.js";

/** Passes a message on; what it throws is a failed send. */
type Pass = (message: JSONRPCMessage) => void | Promise<void>;

/**
 * Lets things go wrong on a transport of a client: messages are lost, late, doubled, out of order or cut off, or the
 * connection ends. Of several faults, the first that matches a message happens to it.
 *
 * The same faults, seed and messages always go wrong in the same way. With `createTestHost`, pass `faults` instead.
 *
 * @param transport - a transport that is not connected yet; it is changed
 * @param faults - what goes wrong, with which messages
 * @param options - `seed`: decides about faults with a `chance`; default 1
 * @returns the same transport
 *
 * @example
 * ```ts
 * const transport = injectFaults(new StdioClientTransport({ command }), [duplicate(isAnswer)]);
 * await client.connect(transport);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function injectFaults(
  transport: Transport,
  faults: readonly Fault[],
  options: { readonly seed?: number | undefined } = {},
): Transport {
  assertOptions<{ seed?: number }>("injectFaults", options, { seed: "number" });
  if (faults.length === 0) return transport;
  const random = createRandom(options.seed ?? 1);
  const left = new Map(faults.map((fault) => [fault, fault.times ?? Infinity]));
  const choose = (wire: WireMessage): Fault | undefined => {
    for (const fault of faults) {
      if (left.get(fault) === 0 || !fault.matches(wire)) continue;
      if (fault.chance !== undefined && random() >= fault.chance) continue;
      left.set(fault, left.get(fault)! - 1);
      return fault;
    }
    return undefined;
  };
  const sending = createLane(transport, "sent", choose);
  const receiving = createLane(transport, "received", choose);
  return interceptTransport(transport, {
    send: async (message, pass) => sending(message, pass),
    receive: (message, pass) => void receiving(message, pass),
  });
}

/** One direction of a connection. */
function createLane(
  transport: Transport,
  direction: WireMessage["direction"],
  choose: (wire: WireMessage) => Fault | undefined,
): (message: JSONRPCMessage, pass: Pass) => void | Promise<void> {
  let index = 0;
  let held: (() => void) | undefined;
  const later = (ms: number, send: () => void | Promise<void>): void => {
    setTimeout(() => void quietly(send), ms);
  };
  return (message, pass) => {
    const wire = { direction, message: message as Record<string, unknown>, index: index++ };
    const fault = choose(wire);
    const overtaken = held;
    held = undefined;
    switch (fault?.kind) {
      case undefined: {
        const passed = pass(message);
        overtaken?.();
        return passed;
      }
      case "drop":
        break;
      case "delay":
        later(fault.ms ?? 0, () => pass(message));
        break;
      case "duplicate": {
        const passed = pass(message);
        void quietly(() => pass(structuredClone(message)));
        overtaken?.();
        return passed;
      }
      case "reorder": {
        let isOnItsWay = false;
        const release = (): void => {
          if (held === release) held = undefined;
          if (!isOnItsWay) void quietly(() => pass(message));
          isOnItsWay = true;
        };
        held = release;
        later(fault.ms ?? 0, release);
        break;
      }
      case "truncate":
        if (direction === "received") transport.onerror?.(cutOff(message));
        break;
      case "disconnect":
        void quietly(() => transport.close());
        if (direction === "sent") throw new Error("The connection was closed by a fault.");
    }
    overtaken?.();
  };
}

/** A message that goes on its own way cannot tell anybody that its connection has ended. */
async function quietly(send: () => void | Promise<void>): Promise<void> {
  try {
    await send();
  } catch {
    // It is lost with its connection.
  }
}

function cutOff(message: JSONRPCMessage): SyntaxError {
  const text = JSON.stringify(message);
  try {
    JSON.parse(text.slice(0, Math.floor(text.length / 2)));
  } catch (error) {
    return error as SyntaxError;
  }
  return new SyntaxError("The message was cut off.");
}
