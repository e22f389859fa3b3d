/**
 * 2025 sessions behind a `fetch` handler, as in the SDK's own documentation.
 */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/**
 * @param {() => import("@modelcontextprotocol/server").McpServer} build makes the server of one session
 * @param {object} authInfo the sender of every request
 * @returns {(request: Request) => Promise<Response>}
 */
export function createSessions(build, authInfo) {
  /** @type {Map<string, WebStandardStreamableHTTPServerTransport>} */
  const sessions = new Map();
  return async (request) => {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = sessions.get(id);
      if (session === undefined)
        return Response.json(
          { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } },
          { status: 404 },
        );
      return session.handleRequest(request, { authInfo });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => {
        sessions.set(sessionId, transport);
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await build().connect(transport);
    return transport.handleRequest(request, { authInfo });
  };
}
