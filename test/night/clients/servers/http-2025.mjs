/** Serves a server of the SDK 1.x over Streamable HTTP, with one server for each session. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

export function serveHttp(build, prepare) {
  const sessions = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await build().connect(transport);
    prepare(transport);
    return transport;
  };
  const http = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const transport = id === undefined ? await open() : sessions.get(id);
    if (transport) return transport.handleRequest(request, response);
    response.writeHead(404).end();
  });
  http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}
