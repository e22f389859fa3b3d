import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationOptions,
  type HttpHandler,
  type HttpHandlerOptions,
} from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import { createLog, SECRET } from "./lab.js";

function serve(options?: HttpHandlerOptions, more?: ElicitationOptions): HttpHandler {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog(), ...more });
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

  describe.each([["local"], ["shared"]] as const)("with %s sessions", (sessions) => {
    const large = (bytes: number): object => {
      const sized = (text: string): object => ({
        ...initialize,
        params: { ...initialize.params, capabilities: { experimental: { x: { y: text } } } },
      });
      return sized("k".repeat(bytes - JSON.stringify(sized("")).length));
    };

    it("keeps no initialize that is larger than 64 KiB", async () => {
      const store = createMemoryStore();
      const handler = serve({ sessions, maxSessions: 2, maxAnonymousSessions: 2 }, { store });
      const begin = (body: unknown): Promise<Response> =>
        handler(request("POST", "application/json", body));
      for (const body of [large(3_900_000), large(65_537)]) {
        const response = await begin(body);
        expect(response.status).toBe(413);
        expect(response.headers.get("mcp-session-id")).toBeNull();
        expect(await response.json()).toEqual({
          jsonrpc: "2.0",
          id: 1,
          error: {
            code: -32_000,
            message: expect.stringMatching(
              /^The initialize request is over the limit of 65536 bytes/,
            ),
          },
        });
      }
      expect((await begin([large(70_000)])).ok).toBe(false);
      // Bytes count, not characters; and what is refused takes no session's place.
      expect(
        (await begin(JSON.parse(JSON.stringify(large(40_000)).replaceAll("k", "é")))).status,
      ).toBe(413);
      for (const body of [large(65_536), initialize]) {
        const response = await begin(body);
        expect(response.status).toBe(200);
        expect(response.headers.get("mcp-session-id")).toMatch(/./);
        await response.text();
      }
      await handler.close();
    });
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
