/** Serves a handler of Web requests, as the frameworks do that mcp-handler is mounted in. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { port } from "./question.mjs";

/** @param {(request: Request) => Promise<Response>} handler */
export function serveFetch(handler) {
  createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const { method, headers, url } = incoming;
    const hasBody = method !== "GET" && method !== "DELETE";
    const request = new Request(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
    });
    const response = await handler(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body === null) outgoing.end();
    else
      Readable.fromWeb(response.body)
        .on("error", () => outgoing.destroy())
        .pipe(outgoing);
  }).listen(port, "127.0.0.1");
}
