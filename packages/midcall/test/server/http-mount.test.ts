import { once } from "node:events";
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLog, type Log, SECRET, text } from "./lab.js";

let server: Server | undefined;
let handler: HttpHandler | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
  await handler?.close();
  server = handler = undefined;
});

function create(log: Log = createLog()): HttpHandler {
  const elicitation = createElicitation({ secret: SECRET, logger: log });
  handler = elicitation.createHandler(() => {
    const mcp = new McpServer({ name: "mounted", version: "1.0.0" });
    elicitation.attach(mcp);
    mcp.registerTool(
      "greet",
      {},
      elicitation.handler(async (ctx) => text(ctx.http?.authInfo?.token ?? "nobody")),
    );
    return mcp;
  });
  return handler;
}

async function listen(listener: RequestListener): Promise<URL> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

async function post(url: URL, body: unknown = LIST): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const LIST = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

async function greet(url: URL): Promise<unknown> {
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { content } = await client.callTool({ name: "greet", arguments: {} });
  await client.close();
  return content;
}

describe("handler.node", () => {
  it("answers what Node's http receives, sessions and streams included", async () => {
    const mcp = create();
    const url = await listen((req, res) => void mcp.node(req, res));
    expect(await greet(url)).toEqual([{ type: "text", text: "nobody" }]);
  });

  it("takes the body and the token that a middleware has left on the request", async () => {
    const mcp = create();
    const url = await listen(async (req, res) => {
      let body = "";
      if (req.method === "POST") for await (const chunk of req) body += String(chunk);
      const auth = { token: "Ada's", clientId: "host", scopes: [] };
      await mcp.node(
        Object.assign(req, { auth, ...(body && { body: JSON.parse(body) as unknown }) }),
        res,
      );
    });
    expect(await greet(url)).toEqual([{ type: "text", text: "Ada's" }]);
  });

  it("reads a body that a middleware has kept as text or bytes", async () => {
    const mcp = create();
    for (const keep of [String, (text: string) => new TextEncoder().encode(text)]) {
      const url = await listen(async (req, res) => {
        let body = "";
        for await (const chunk of req) body += String(chunk);
        await mcp.node(Object.assign(req, { body: keep(body) }), res);
      });
      expect((await post(url)).status).toBe(200);
      expect((await post(url, "{")).text).toContain("not valid JSON");
    }
  });

  it("ignores the empty body of a middleware that has read nothing", async () => {
    const mcp = create();
    const url = await listen((req, res) => void mcp.node(Object.assign(req, { body: {} }), res));
    expect((await post(url)).status).toBe(200);
  });

  it("says to the log that a middleware has read the body and not kept it", async () => {
    const log = createLog();
    const mcp = create(log);
    const url = await listen(async (req, res) => {
      for await (const chunk of req) void chunk;
      await mcp.node(req, res);
    });
    const { status, text: words } = await post(url);
    expect(status).toBe(500);
    expect(words).toContain("its log says what to change");
    expect(log.errors).toEqual([expect.stringContaining("parsedBody")]);
  });

  it("refuses an address that is none, and goes on", async () => {
    const mcp = create();
    const url = await listen((req, res) => void mcp.node(req, res));
    const sent = httpRequest({
      port: url.port,
      host: "127.0.0.1",
      path: "/mcp",
      headers: { host: "a b" },
    });
    sent.end();
    const [response] = (await once(sent, "response")) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(400);
    expect((await post(url)).status).toBe(200);
  });

  it("answers an error of the author's with 500, and names it to the log", async () => {
    const log = createLog();
    const elicitation = createElicitation({ secret: SECRET, logger: log });
    handler = elicitation.createHandler(() => {
      throw new Error("no database");
    });
    const mcp = handler;
    const url = await listen((req, res) => void mcp.node(req, res));
    const { status, text: words } = await post(url);
    expect(status).toBe(500);
    expect(words).not.toContain("no database");
    expect(log.errors).toEqual([expect.stringContaining("no database")]);
  });
});

describe("a handler that is mounted wrongly", () => {
  it("answers Node's http, and tells the log once what to pass", async () => {
    const log = createLog();
    const url = await listen(create(log) as unknown as RequestListener);
    for (const _ of [1, 2]) expect((await post(url)).status).toBe(500);
    expect(log.errors).toEqual([expect.stringContaining("http.createServer(mcp.node)")]);
  });

  it("names what it got instead of a request", async () => {
    const log = createLog();
    class Context {
      readonly req = { raw: null };
    }
    for (const wrong of [new Context(), null, "GET /"]) {
      const response = await create(log)(wrong as never);
      expect(response.status).toBe(500);
    }
    expect(log.errors).toEqual([
      expect.stringContaining("an object of the class Context"),
      expect.stringContaining("got null"),
      expect.stringContaining("got string"),
    ]);
    expect(log.errors[0]).toContain("c.req.raw");
  });

  it("says that a body was read before", async () => {
    const log = createLog();
    const request = new Request("http://localhost/mcp", { method: "POST", body: "{}" });
    await request.text();
    expect((await create(log)(request)).status).toBe(500);
    expect(log.errors).toEqual([expect.stringContaining("mcp(request, { parsedBody })")]);
  });

  it("refuses a token that is only text", async () => {
    const log = createLog();
    const request = new Request("http://localhost/mcp");
    expect((await create(log)(request, { authInfo: "token" } as never)).status).toBe(500);
    expect(log.errors).toEqual([expect.stringContaining("authInfo must be")]);
  });

  it("refuses what another middleware has left as `auth`, rather than take the user for nobody", async () => {
    const log = createLog();
    const mcp = create(log);
    const url = await listen(
      (req, res) => void mcp.node(Object.assign(req, { auth: { sub: "ada" } } as never), res),
    );
    expect((await post(url)).status).toBe(500);
    expect(log.errors).toEqual([expect.stringContaining("authInfo must be")]);
  });

  it("ignores what a runtime passes beside the request", async () => {
    const mcp = create();
    const begin = (): Request =>
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(LIST),
      });
    const info = { remoteAddr: { transport: "tcp", hostname: "::1", port: 1 } };
    expect((await mcp(begin(), info)).status).toBe(200);
    expect((await mcp.fetch(begin(), undefined, { waitUntil: () => {} })).status).toBe(200);
  });
});

describe("before the first request", () => {
  it("sets no timer and draws no random number", () => {
    const timers = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "setTimeout")];
    const random = vi.spyOn(globalThis.crypto, "getRandomValues");
    create();
    expect([...timers, random].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    vi.restoreAllMocks();
  });
});

describe("a server that takes long to be built", () => {
  it("still tells the client its session", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    handler = elicitation.createHandler(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return elicitation.attach(new McpServer({ name: "slow", version: "1.0.0" }));
    });
    const coming = handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(LIST),
      }),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await coming).headers.get("mcp-session-id")).toBeTruthy();
  });
});

describe("a quiet stream", () => {
  it.each(["2025-11-25", "2026-07-28"])(
    "gets a comment before 10 seconds, on %s",
    async (version) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
      const log = createLog();
      const elicitation = createElicitation({ secret: SECRET, logger: log });
      let finish = (): void => {};
      handler = elicitation.createHandler(() => {
        const mcp = new McpServer({ name: "slow", version: "1.0.0" });
        elicitation.attach(mcp);
        mcp.registerTool(
          "wait",
          {},
          elicitation.handler(async () => {
            await new Promise<void>((resolve) => (finish = resolve));
            return text("done");
          }),
        );
        return mcp;
      });
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const send = (body: unknown, more: Record<string, string> = {}): Promise<Response> =>
        (handler as HttpHandler)(
          new Request("http://localhost/mcp", {
            method: "POST",
            headers: { ...headers, ...more },
            body: JSON.stringify(body),
          }),
        );
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const isOld = version === "2025-11-25";
      const session = isOld ? (await send(LIST)).headers.get("mcp-session-id") : null;
      const called = send(
        {
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "wait", arguments: {}, ...(!isOld && { _meta: meta }) },
        },
        session === null
          ? { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "wait" }
          : { "mcp-session-id": session, "mcp-protocol-version": version },
      );
      if (!isOld) await vi.advanceTimersByTimeAsync(9_999);
      const response = await called;
      const whole = response.text();
      for (const _ of [1, 2]) await vi.advanceTimersByTimeAsync(9_999);
      finish();
      const events = (await whole).trim().split("\n\n");
      for (const comment of events.slice(0, 2)) expect(comment).toMatch(/^: (waiting|keepalive)$/);
      expect(events.at(-1)).toContain("done");
    },
  );
});
