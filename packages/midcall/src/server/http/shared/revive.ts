import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { SessionRecord } from "./session-record.js";

/**
 * Brings a new server and transport to where a session stands, by what its client once sent: `initialize`, and that it is
 * initialized.
 *
 * @returns the response to the first, or to whichever was refused
 */
export async function replay(
  transport: WebStandardStreamableHTTPServerTransport,
  { id, record }: { readonly id: string; readonly record: SessionRecord },
  { url }: Request,
): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const begin = new Request(url, { method: "POST", headers });
  const response = await transport.handleRequest(begin, { parsedBody: record.initialize });
  // The server has answered when the stream has ended.
  await response.text();
  if (!response.ok) return Response.json(null, { status: 500 });
  const session = { ...headers, "mcp-session-id": id };
  const done = new Request(url, { method: "POST", headers: session });
  const notice = { jsonrpc: "2.0", method: "notifications/initialized" };
  await (await transport.handleRequest(done, { parsedBody: notice })).text();
  return new Response(null, { status: 200 });
}
