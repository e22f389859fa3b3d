import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandler, type HttpHandlerOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import { createLog, SECRET } from "./lab.js";

function serve(options?: HttpHandlerOptions): HttpHandler {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
  const build = (): McpServer =>
    elicitation.attach(new McpServer({ name: "refusals", version: "1.0.0" }));
  return elicitation.createHandler(build, options);
}

const accept = "application/json, text/event-stream";
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

function request(method: string, type: string, body?: unknown): Request {
  return new Request("http://localhost/mcp", {
    method,
    headers: { "content-type": type, accept },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe("the HTTP handler", () => {
  it("names the methods it knows", async () => {
    const handler = serve();
    const response = await handler(request("PUT", "application/json", initialize));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    await handler.close();
  });

  it("asks for JSON, and not for the initialize that was sent as something else", async () => {
    const handler = serve();
    const response = await handler(request("POST", "text/plain", initialize));
    expect(response.status).toBe(415);
    expect(await response.text()).toContain("application/json");
    await handler.close();
  });

  it("opens no more sessions than allowed, however many ask at once", async () => {
    const handler = serve({ maxSessions: 3, maxAnonymousSessions: 3 });
    const begin = (): Promise<Response> => handler(request("POST", "application/json", initialize));
    const statuses = (await Promise.all(Array.from({ length: 9 }, begin))).map((r) => r.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 503)).toHaveLength(6);
    await handler.close();
  });

  it("opens nothing after it was closed", async () => {
    const handler = serve();
    await handler.close();
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
    for (const body of [initialize, list]) {
      expect((await handler(request("POST", "application/json", body))).status).toBe(503);
    }
  });
});
