import type { McpServer } from "@modelcontextprotocol/server";
import type { Exchange } from "./exchange.js";

type Transport = Parameters<McpServer["connect"]>[0];

/** What a server is connected to while its handlers are called directly. */
export interface DirectTransport extends Transport {
  /** The exchange that is served; `undefined` where the server serves several. */
  exchange: Exchange | undefined;
}

/**
 * Makes a transport that receives nothing, and passes on what the server itself sends as part of the request. Other messages have
 * no stream on which they could be sent, and are dropped as by the SDK's own transport.
 */
export function createDirectTransport(): DirectTransport {
  const transport: DirectTransport = {
    exchange: undefined,
    start: async () => {},
    async send(message, options) {
      const { exchange } = transport;
      if (exchange === undefined || options?.relatedRequestId !== exchange.id) return;
      if (!("method" in message) || "id" in message) return;
      const { method, params } = message;
      await exchange.notify({ method, ...(params && { params }) });
    },
    async close() {
      transport.exchange?.close();
    },
  };
  return transport;
}

/** Whether a server is connected for a call that is answered directly. */
export function isDirectTransport(transport: object): boolean {
  return "exchange" in transport;
}
