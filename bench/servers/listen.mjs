/**
 * The HTTP server for every server that is a `fetch` handler, with the control channel.
 */
import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { announce } from "./control.mjs";

/**
 * Serves `/mcp` on the loopback and prints `{"port":…}` when it listens.
 *
 * @param {(request: Request) => Response | Promise<Response>} fetch
 * @param {{ port: number }} options
 */
export function listen(fetch, { port }) {
  serve({ fetch, port, hostname: "127.0.0.1" }, (address) => {
    announce(address.port);
  });
}

/**
 * The same for a handler of Node's own request and response.
 *
 * @param {import("node:http").RequestListener} handle
 * @param {{ port: number }} options
 */
export function listenToNode(handle, { port }) {
  const server = createServer(handle);
  server.listen(port, "127.0.0.1", () => announce(server.address().port));
}
