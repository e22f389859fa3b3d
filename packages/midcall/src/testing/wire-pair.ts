import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

/**
 * Two linked transports that behave like a pipe: every message is sent as JSON text, on a later turn of the event loop, in
 * order. (The SDK's own in-memory pair passes the live object, with `undefined`, class instances and shared references
 * that no real host would ever see.)
 */
export function createWirePair(): [Transport, Transport] {
  let closed = false;
  const make = (): Transport & { inbox: string[] } => ({
    inbox: [],
    async start() {
      started.add(this);
      flush(this);
    },
    async send(message) {
      if (closed) throw new Error("The other side of the connection is closed.");
      const other = this === left ? right : left;
      other.inbox.push(JSON.stringify(message));
      flush(other);
    },
    async close() {
      if (closed) return;
      closed = true;
      left.onclose?.();
      right.onclose?.();
    },
  });
  const started = new Set<unknown>();
  const flush = (end: Transport & { inbox: string[] }): void => {
    if (!started.has(end)) return;
    for (const text of end.inbox.splice(0)) {
      setImmediate(() => {
        if (!closed) end.onmessage?.(JSON.parse(text) as JSONRPCMessage);
      });
    }
  };
  const left = make();
  const right = make();
  return [left, right];
}
