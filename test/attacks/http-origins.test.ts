import { once } from "node:events";
import {
  createServer,
  request as open,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandler, type HttpHandlerOptions } from "midcall/server";
import { afterEach, describe, expect, it } from "vitest";
import { tally } from "./tally.js";

/**
 * Web pages of others, at the door of a server. A page may send requests to this machine from where it is (foreign
 * Origin), or under a name of its own that it has made to lead here (DNS rebinding: its own Host, its own Origin).
 */

const running: { close(): unknown }[] = [];
const logs: string[] = [];
afterEach(async () => {
  logs.length = 0;
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** How requests get from Node.js to the handler: by an adapter, or by a few lines of one's own that make an URL up. */
const adapters: Record<string, (handler: HttpHandler) => RequestListener> = {
  "@hono/node-server": (handler) => getRequestListener((request) => handler(request)),
  "an adapter that makes the URL up": (handler) => async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "GET" } = incoming;
    const response = await handler(
      new Request(new URL(incoming.url ?? "/", "http://localhost"), {
        method,
        headers: Object.entries(incoming.headers) as [string, string][],
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      }),
    );
    outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(await response.text());
  },
};

type Send = (headers: Record<string, string>, body?: unknown, method?: string) => Promise<Answer>;
interface Answer {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

function createHandler(options: HttpHandlerOptions = {}): HttpHandler {
  const logger = { warn: (text: string) => logs.push(text), error: () => {} };
  const elicitation = createElicitation({ secret: "a secret that is long enough for it", logger });
  const handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "door", version: "1.0.0" }));
    server.registerTool("run", {}, () => ({ content: [{ type: "text", text: "it ran" }] }));
    return server;
  }, options);
  running.push(handler);
  return handler;
}

async function listen(adapter: string, options: HttpHandlerOptions = {}): Promise<Send> {
  const server = createServer(adapters[adapter]!(createHandler(options)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  running.push({
    close: () => (server.closeAllConnections(), new Promise((done) => server.close(done))),
  });
  return async (given, body, method = "POST") => {
    const headers = {
      accept: "application/json, text/event-stream",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value.replace(":PORT", `:${port}`)]),
      ),
    };
    const sent = open({ host: "127.0.0.1", port, path: "/mcp", method, headers, agent: false });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    // A stream that stays open is not waited for.
    const isOpen = method === "GET" && response.statusCode === 200;
    if (!isOpen) for await (const chunk of response) text += String(chunk);
    else response.destroy();
    const session = response.headers["mcp-session-id"] as string | undefined;
    return { status: response.statusCode ?? 0, session, text };
  };
}

const initialize = (protocolVersion: string): unknown => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "page", version: "1" } },
});
const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "run",
    arguments: {},
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "page", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};
const callHeaders = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "run",
};
const protocolVersions: [string, unknown, Record<string, string>][] = [
  ["2025-06-18", initialize("2025-06-18"), {}],
  ["2025-11-25", initialize("2025-11-25"), {}],
  ["2026-07-28", call, callHeaders],
];

/** What a web page of somebody else makes a browser send; the browser writes both headers. */
const attacks: Record<string, string>[] = [
  { host: "127.0.0.1:PORT", origin: "https://evil.example" },
  { host: "127.0.0.1:PORT", origin: "http://evil.example" },
  { host: "127.0.0.1:PORT", origin: "http://evil.example:PORT" },
  { host: "localhost:PORT", origin: "http://localhost.evil.example" },
  { host: "localhost:PORT", origin: "http://127.0.0.1.evil.example:PORT" },
  { host: "localhost:PORT", origin: "http://127.0.0.1.nip.io:PORT" },
  { host: "[::1]:PORT", origin: "https://evil.example" },
  { host: "0.0.0.0:PORT", origin: "https://evil.example" },
  { host: "any.localhost:PORT", origin: "https://evil.example" },
  { host: "localhost.:PORT", origin: "https://evil.example" },
  { host: "127.0.0.1:PORT", origin: "null" },
  { host: "127.0.0.1:PORT", origin: "file://" },
  { host: "127.0.0.1:PORT", origin: "chrome-extension://abcdefghijklmnop" },
  // Rebound names.
  { host: "evil.example:PORT", origin: "http://evil.example:PORT" },
  { host: "evil.example", origin: "http://evil.example" },
  { host: "127.0.0.1.nip.io:PORT", origin: "http://127.0.0.1.nip.io:PORT" },
  { host: "evil.example:PORT", origin: "HTTP://evil.example:PORT" },
  { host: "evil.example:PORT", origin: "null" },
  { host: "localhost.evil.example:PORT", origin: "http://localhost.evil.example:PORT" },
];

describe.each(Object.keys(adapters))("a server on this machine, with %s", (adapter) => {
  it.each(protocolVersions)(
    "answers no page of others with more than 403, on %s",
    async (_, body, more) => {
      const send = await listen(adapter);
      for (const headers of attacks) {
        const { status, session, text } = await send({ ...headers, ...more }, body);
        expect([headers, status, session]).toEqual([headers, 403, undefined]);
        expect(text).not.toContain("it ran");
        expect(JSON.parse(text)).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000 } });
      }
      tally("requests of foreign web pages", attacks.length);
      expect(logs.filter((line) => line.includes("allowedOrigins"))).toHaveLength(1);
    },
  );

  it("does not go on with a session for them, nor end it", async () => {
    const send = await listen(adapter);
    const host = "127.0.0.1:PORT";
    const { session = "" } = await send({ host }, initialize("2025-11-25"));
    const mine = { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };
    for (const method of ["GET", "DELETE", "POST"]) {
      for (const headers of attacks) {
        const body = method === "POST" ? list : undefined;
        expect((await send({ ...mine, ...headers }, body, method)).status).toBe(403);
      }
    }
    expect((await send({ host, ...mine }, list)).text).toContain('"run"');
    tally("requests of foreign web pages", 3 * attacks.length);
  });

  it.each(protocolVersions)(
    "answers hosts, and pages of this machine, on %s",
    async (_, body, more) => {
      const send = await listen(adapter);
      for (const headers of [
        { host: "127.0.0.1:PORT" },
        { host: "localhost:PORT" },
        { host: "[::1]:PORT" },
        { host: "127.0.0.1:PORT", origin: "http://127.0.0.1:PORT" },
        { host: "127.0.0.1:PORT", origin: "http://localhost:5173" },
        { host: "localhost:PORT", origin: "https://localhost:8443" },
        { host: "localhost:PORT", origin: "http://[::1]:3000" },
      ] as Record<string, string>[]) {
        expect([headers, (await send({ ...headers, ...more }, body)).status]).toEqual([
          headers,
          200,
        ]);
      }
      expect(logs).toEqual([]);
    },
  );
});

describe.each(Object.keys(adapters))(
  "a server on this machine without pages, with %s",
  (adapter) => {
    it.each(protocolVersions)("answers programs alone, on %s", async (_, body, more) => {
      const send = await listen(adapter, { allowedOrigins: [] });
      const pages = ["http://127.0.0.1:PORT", "http://localhost:PORT", "http://[::1]:PORT", "null"];
      for (const origin of pages) {
        // Of the server's own origin, and of another one.
        for (const host of ["127.0.0.1:PORT", "localhost:PORT"])
          expect((await send({ host, origin, ...more }, body)).status).toBe(403);
      }
      expect((await send({ host: "127.0.0.1:PORT", ...more }, body)).status).toBe(200);
      tally("requests of web pages of this machine", 2 * pages.length);
    });
  },
);

describe.each(protocolVersions)("a server under its own name, on %s", (_, body, more) => {
  const statusOf = async (
    options: HttpHandlerOptions,
    headers: Record<string, string>,
    url = "https://mcp.example.com/mcp",
  ): Promise<number> => {
    const response = await createHandler(options)(
      new Request(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...more,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
    return response.status;
  };

  it("answers every page that came over https, unless it is told which", async () => {
    expect(await statusOf({}, {})).toBe(200);
    for (const [origin, status] of [
      ["https://app.example.org", 200],
      ["chrome-extension://abcdef", 200],
      ["http://localhost:5173", 200],
      ["http://evil.example", 403],
      ["http://mcp.example.com", 403],
      ["null", 403],
    ] as const) {
      expect([origin, await statusOf({}, { origin })]).toEqual([origin, status]);
    }
  });

  it("answers the pages and the names it is told, and no others", async () => {
    const allowedOrigins = ["https://app.example.org", "tools.example.org", "moz-extension://*"];
    for (const [origin, status] of [
      ["https://app.example.org", 200],
      ["http://app.example.org", 403],
      ["https://app.example.org:8443", 403],
      ["http://tools.example.org:8080", 200],
      ["moz-extension://0b1c", 200],
      ["chrome-extension://0b1c", 403],
      ["https://evil.example", 403],
      ["http://localhost:5173", 403],
      ["null", 403],
    ] as const) {
      expect([origin, await statusOf({ allowedOrigins }, { origin })]).toEqual([origin, status]);
    }
    const allowedHosts = ["mcp.example.com", "inner:8080"];
    for (const [host, status] of [
      ["mcp.example.com", 200],
      ["MCP.example.com:443", 200],
      ["inner:8080", 200],
      ["inner:8081", 403],
      ["evil.example", 403],
      ["127.0.0.1", 403],
      ["mcp.example.com.evil.example", 403],
      ["", 403],
    ] as const) {
      expect([host, await statusOf({ allowedHosts }, { host })]).toEqual([host, status]);
    }
    expect(await statusOf({ allowedHosts }, {})).toBe(200);
    expect(await statusOf({ allowedHosts }, {}, "https://evil.example/mcp")).toBe(403);
    expect(await statusOf({ allowedOrigins: ["null"] }, { origin: "null" })).toBe(200);
    // Behind an adapter that makes the URL up, the name has to be told.
    const made = "http://localhost/mcp";
    expect(await statusOf({}, { host: "mcp.example.com" }, made)).toBe(403);
    expect(await statusOf({ allowedHosts }, { host: "mcp.example.com" }, made)).toBe(200);
  });
});

it.each([
  { allowedHosts: ["https://mcp.example.com"] },
  { allowedHosts: ["*"] },
  { allowedHosts: "mcp.example.com" as never },
  { allowedHosts: [undefined as never] },
  { allowedOrigins: ["*"] },
  { allowedOrigins: ["https://*"] },
  { allowedOrigins: ["https://app.example.org/path"] },
  { allowedOrigins: [""] },
])("refuses to be built with %j", (options) => {
  expect(() => createHandler(options)).toThrowError(
    expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }),
  );
});
