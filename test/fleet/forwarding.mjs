/** The proxy in front of the processes of a test: it sends each request where the test says. */
import { createServer, request as forward } from "node:http";

/**
 * A request, as far as it decides where it is sent.
 *
 * @typedef {{ method: string, url: string, headers: import("node:http").IncomingHttpHeaders, body: Buffer }} Incoming
 */

/**
 * @param {(incoming: Incoming) => Iterable<number>} portsFor - the ports that a request is sent to, one after the other, until a process takes it; read as they are needed
 * @returns a server that does not listen yet
 */
export function createProxy(portsFor) {
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const { method, url, headers } = incoming;
      const ports = portsFor({ method, url, headers, body })[Symbol.iterator]();
      const send = () => {
        const { value: port, done } = ports.next();
        if (done) return void outgoing.writeHead(502).end();
        // Each request has a connection of its own: one that is kept may be closed by the other side just when it is used.
        const agent = false;
        const upstream = forward({ host: "127.0.0.1", port, method, path: url, headers, agent });
        upstream.on("response", (response) => {
          outgoing.writeHead(response.statusCode, response.headers);
          outgoing.flushHeaders();
          response.pipe(outgoing);
          response.on("error", () => outgoing.destroy());
          response.on("close", () => response.complete || outgoing.destroy());
        });
        // What did not reach a process is sent to the next; what did is not sent again.
        upstream.on("error", (error) => {
          if (error.code === "ECONNREFUSED") send();
          else outgoing.destroy();
        });
        outgoing.on("close", () => upstream.destroy());
        upstream.end(body);
      };
      send();
    });
  });
  // Clients close their connections themselves, for the same reason.
  server.keepAliveTimeout = 0;
  return server;
}
