/**
 * Sessions as the SDK's documentation has them (docs/serving/sessions-state-scaling.md, "Pin a client to a session"; in 1.x
 * src/examples/server/elicitationFormExample.ts): one transport for each, and 404 for what this process does not have.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { port } from "./question.mjs";

async function bodyOf(incoming) {
  if (incoming.method !== "POST") return undefined;
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function refuse(outgoing, status, code, message) {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

/**
 * @param options.open - makes a transport with the id, connected to a server, for an `initialize` request; it calls `onOpen` when that was handled
 * @param options.revive - makes one for a session of another process; without it there are none
 */
export function serveSessions({ open, revive = async () => undefined }) {
  const sessions = new Map();
  const route = async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const id = incoming.headers["mcp-session-id"];
    if (id === undefined) {
      if (body?.method !== "initialize")
        return refuse(outgoing, 400, -32000, "Bad Request: Session ID required");
      const newId = randomUUID();
      const transport = await open(newId, () => sessions.set(newId, transport), body);
      transport.onclose = () => sessions.delete(newId);
      return transport.handleRequest(incoming, outgoing, body);
    }
    if (!sessions.has(id)) {
      const revived = await revive(id);
      if (revived === undefined) return refuse(outgoing, 404, -32001, "Session not found");
      if (!sessions.has(id)) sessions.set(id, revived);
    }
    return sessions.get(id).handleRequest(incoming, outgoing, body);
  };
  createServer((incoming, outgoing) => {
    route(incoming, outgoing).catch((error) => {
      console.error(error);
      if (!outgoing.headersSent) refuse(outgoing, 500, -32603, "Internal server error");
    });
  }).listen(port, "127.0.0.1");
}
