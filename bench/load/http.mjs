/**
 * A plain HTTP exchange that passes on JSON-RPC messages as they arrive, from a JSON body or an SSE stream.
 */
import { Agent, request } from "node:http";

/** @param {number} [sockets] connections kept open between requests */
export function createAgent(sockets = 256) {
  return new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: sockets,
    scheduling: "fifo",
  });
}

/**
 * @typedef {object} Exchange
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 */

/**
 * Sends one request and resolves when its response has ended.
 *
 * @param {{ agent: Agent, port: number, method?: string, headers: Record<string, string>, body?: unknown, signal?: AbortSignal,
 *   onMessage?: (message: any) => void, onEventId?: (id: string) => void, onOpen?: (exchange: Exchange) => void }} options
 * @returns {Promise<Exchange>}
 */
export function exchange({
  agent,
  port,
  method = "POST",
  headers,
  body,
  signal,
  onMessage,
  onEventId,
  onOpen,
}) {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method,
        signal,
        headers:
          payload === undefined
            ? headers
            : { ...headers, "content-length": String(payload.length) },
      },
      (response) => {
        const result = { status: response.statusCode ?? 0, headers: response.headers };
        onOpen?.(result);
        const streaming =
          response.headers["content-type"]?.startsWith("text/event-stream") ?? false;
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
          if (streaming) text = readEvents(text, onMessage, onEventId);
        });
        response.on("end", () => {
          if (!streaming && text !== "" && onMessage !== undefined) {
            try {
              onMessage(JSON.parse(text));
            } catch (error) {
              reject(
                new Error(
                  `HTTP ${result.status} with a body that is not JSON-RPC: ${text.slice(0, 200)}`,
                  { cause: error },
                ),
              );
              return;
            }
          }
          resolve(result);
        });
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

/** Processes the complete events at the start of `text`, and returns the rest. */
function readEvents(text, onMessage, onEventId) {
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n\n", start);
    if (end === -1) return start === 0 ? text : text.slice(start);
    const lines = text.slice(start, end).split("\n");
    start = end + 2;
    const id = onEventId && lines.find((line) => line.startsWith("id:"));
    if (id) onEventId(id.slice(3).trimStart());
    const payload = lines
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trimStart())
      .join("\n");
    if (payload !== "") onMessage?.(JSON.parse(payload));
  }
}
