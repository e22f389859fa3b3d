import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import type { ElicitationOptions, UrlAnswer } from "midcall/server";
import { createElicitation } from "midcall/server/sdk-v1";
import { accept, createTestHost, decline, never, rawResult } from "midcall/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { createWirePair } from "../../../src/testing/wire-pair.js";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { createLog, said, text } from "../lab.js";
import { connectHost, type Ctx } from "./framework-lab.js";
import { buildSdkV1, sdkV1 } from "./sdk-v1-server.js";

const info = { name: "lab", version: "1.0.0" };
const link = (elicitationId: string) => ({
  mode: "url" as const,
  message: "Connect?",
  url: "https://pages.example/connect",
  elicitationId,
});
const PIPE = { protocolVersion: "2025-11-25", transport: "stdio" } as const;

afterEach(() => void vi.useRealTimers());

describe.each(sdkV1.wires)("an SDK 1.x server on $protocolVersion over $transport", (wire) => {
  it("keeps a call open with progress while it waits, and reports the handler's own after that", async () => {
    const progress: number[] = [];
    let release: (() => void) | undefined;
    await using started = await connectHost(
      sdkV1,
      wire,
      { tool: async (ctx) => (await ctx.elicit("Go?", ["a"])).action },
      { answers: () => new Promise((done) => (release = () => done(accept({ value: "a" })))) },
      { keepAliveMs: 5 },
    );
    const onProgress = (one: { progress: number }): void => void progress.push(one.progress);
    const call = started.host.callTool("run", { who: "Ada" }, { onProgress });
    await vi.waitFor(() => expect(progress.length).toBeGreaterThan(2));
    release?.();
    expect(said(await call)).toBe("accept");
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it("takes no answer from a response that is no object", async () => {
    let asked = 0;
    // Over HTTP the SDK reports such a message in words only, which could be about any message.
    const reason = wire.transport === "http" ? "deadline" : "invalid";
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const start: typeof sdkV1.start = async (...given) => {
      const server = await sdkV1.start(...given);
      const { handler } = server.reach;
      if (!handler) return server;
      const fetch: typeof handler.fetch = async (request, options) => {
        const isResponse = request.method === "POST" && "result" in (await request.clone().json());
        const response = await handler.fetch(request, options);
        if (isResponse) vi.advanceTimersByTime(60_000);
        return response;
      };
      return { ...server, reach: { handler: { fetch } } };
    };
    await using started = await connectHost(
      { ...sdkV1, start },
      wire,
      {
        tool: async (ctx) => {
          const answer = await ctx.elicit("Go?", ["a"], { timeoutMs: 60_000 });
          return answer.action === "unanswered" ? answer.reason : answer.action;
        },
      },
      { answers: () => (asked++, rawResult(null)) },
    );
    expect(said(await started.host.callTool("run", { who: "Ada" }))).toBe(reason);
    expect(asked).toBe(1);
  });

  it("ends the handler when the connection ends", async () => {
    const seen: string[] = [];
    let isAsked = false;
    const started = await connectHost(
      sdkV1,
      wire,
      {
        tool: async (ctx) => {
          const answer = await ctx.elicit("Anyone?", ["a"]);
          seen.push(answer.action === "unanswered" ? answer.reason : answer.action);
          return "";
        },
      },
      { answers: () => ((isAsked = true), never()) },
    );
    const call = started.host.callTool("run", { who: "Ada" }).catch(() => {});
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await started[Symbol.asyncDispose]();
    await call;
    await vi.waitFor(() => expect(seen).toEqual(["disconnected"]));
  });
});

describe.each(sdkV1.wires.filter(({ protocolVersion }) => protocolVersion === "2025-11-25"))(
  "links of an SDK 1.x server on 2025-11-25 over $transport",
  (wire) => {
    it("are listed by -32042 when the handler throws UrlElicitationRequiredError", async () => {
      await using started = await connectHost(
        sdkV1,
        wire,
        {
          tool: () => {
            throw new UrlElicitationRequiredError([link("one"), link("two")]);
          },
        },
        { answers: () => accept(), maxRounds: 1 },
      );
      await started.host.callTool("run", { who: "Ada" }).catch(() => {});
      const { message } = started.host.transcript.find((entry) => "error" in entry.message)!;
      expect(message["error"]).toMatchObject({
        code: -32_042,
        data: { elicitations: [link("one"), link("two")] },
      });
    });

    it("are checked before they are listed", async () => {
      await using started = await connectHost(
        sdkV1,
        wire,
        {
          tool: () => {
            throw new UrlElicitationRequiredError([{ ...link("one"), url: "javascript:alert(1)" }]);
          },
        },
        { answers: [], maxRounds: 1 },
      );
      const error = await started.host.callTool("run", { who: "Ada" }).then(said, String);
      expect(error).toMatch(/^error: .*javascript/);
    });

    it("are not listed for a host without URL mode", async () => {
      await using started = await connectHost(
        sdkV1,
        wire,
        {
          tool: () => {
            throw new UrlElicitationRequiredError([link("one")]);
          },
        },
        { answers: [], capabilities: { elicitation: { form: {} } } },
      );
      const result = said(await started.host.callTool("run", { who: "Ada" }));
      expect(result).toMatch(/^error: .*this host does not support elicitation in URL mode/);
    });

    it("are awaited to their end, of which the host is notified", async () => {
      let complete: (() => Promise<void>) | undefined;
      const elicitation = createElicitation({ logger: createLog() });
      const server = elicitation.attach(new McpServer(info));
      server.registerTool(
        "run",
        {},
        elicitation.handler(async (ctx) => {
          complete = () => elicitation.complete("visit-1");
          const options = { elicitationId: "visit-1" };
          const answer = (await ctx.elicit("Connect?", link("").url, options)) as UrlAnswer;
          return text(answer.action) as never;
        }),
      );
      const [connection, pipe] = createWirePair();
      await server.connect(pipe as Transport);
      await using host = await createTestHost({
        timeoutMs: 3_600_000,
        protocolVersion: "2025-11-25",
        connection,
        answers: () => (void setTimeout(() => void complete?.(), 5), accept()),
      });
      expect(said(await host.callTool("run"))).toBe("accept");
      await vi.waitFor(() =>
        expect(host.received("notifications/elicitation/complete")).toEqual([
          { elicitationId: "visit-1" },
        ]),
      );
    });
  },
);

describe("attach() of midcall/server/sdk-v1", () => {
  const attach = (server: McpServer): unknown => createElicitation().attach(server);

  it("refuses a server that has handlers already, however it got them", () => {
    const registered = new McpServer(info);
    registered.registerTool("run", {}, () => ({ content: [] }));
    expect(() => attach(registered)).toThrow(
      /called too late: this server already handles tools\/call/,
    );
    const declared = new McpServer(info, { capabilities: { prompts: {} } });
    expect(() => attach(declared)).toThrow(/already handles prompts\/get/);
  });

  it("refuses a server that is attached, also by the Server inside it", () => {
    const elicitation = createElicitation();
    const server = elicitation.attach(new McpServer(info));
    expect(() => elicitation.attach(server)).toThrow(/already attached/);
    expect(() => elicitation.attach(server.server)).toThrow(/already attached/);
  });

  it("is missed by a handler, with a word of what to do", async () => {
    const server = new McpServer(info);
    server.registerTool(
      "run",
      {},
      createElicitation().handler(() => text("ran") as never),
    );
    const [connection, pipe] = createWirePair();
    await server.connect(pipe as Transport);
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2025-11-25",
      connection,
    });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: This handler runs on a server that is not attached, or is attached by another createElicitation\. Build the server with elicitation\.attach\(new McpServer/,
    );
  });

  it("takes a low-level Server, whose handlers get the same context", async () => {
    const elicitation = createElicitation();
    const server = elicitation.attach(new Server(info, { capabilities: { tools: {} } }));
    server.setRequestHandler(
      CallToolRequestSchema,
      elicitation.handler(async (request, ctx) => {
        const yes = await ctx.confirm(`Run ${request.params.name}?`);
        return text(String(yes)) as never;
      }),
    );
    const [connection, pipe] = createWirePair();
    await server.connect(pipe as Transport);
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2025-06-18",
      connection,
      answers: [accept({ confirm: true })],
    });
    expect(said(await host.callTool("run"))).toBe("true");
  });
});

describe("the user of a request to an SDK 1.x server", () => {
  const whoIs = async (
    authInfo:
      | { token: string; clientId: string; scopes: string[]; extra?: Record<string, unknown> }
      | undefined,
  ): Promise<unknown> => {
    const seen: unknown[] = [];
    const principal = (ctx: { http?: { req?: Request; authInfo?: unknown } }): undefined => {
      seen.push({ host: ctx.http?.req?.headers.get("x-test"), authInfo: ctx.http?.authInfo });
      return undefined;
    };
    const server = buildSdkV1({ tool: () => "ok" }, { principal });
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
    });
    await server.connect(session as Transport);
    const fetch = (request: Request, given?: object): Promise<Response> => {
      request.headers.set("x-test", "seen");
      return session.handleRequest(request, given);
    };
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2025-11-25",
      handler: { fetch },
      ...(authInfo && { authInfo }),
    });
    await host.callTool("run", { who: "Ada" });
    return seen[0];
  };

  it("is found in the verified token and the headers, over HTTP", async () => {
    const authInfo = { token: "t", clientId: "app", scopes: [], extra: { sub: "ada" } };
    expect(await whoIs(authInfo)).toEqual({ host: "seen", authInfo });
    expect(await whoIs(undefined)).toEqual({ host: "seen", authInfo: undefined });
  });

  it("is not the local one over HTTP, and is on a pipe", async () => {
    const principals = async (transport: "stdio" | "http"): Promise<string> => {
      await using started = await connectHost(
        sdkV1,
        { ...PIPE, transport },
        {
          tool: async (ctx) => {
            // Needs a known user, and pages, of which only the first is missing over HTTP.
            await ctx.secret("key");
            return "";
          },
        },
        {},
        { pages: { linkId: () => undefined } as never },
      );
      return said(await started.host.callTool("run", { who: "Ada" }));
    };
    expect(await principals("http")).toMatch(/the user behind this request is not known/);
    expect(await principals("stdio")).not.toMatch(/the user behind this request is not known/);
  });
});

describe("an answer in the session of an SDK 1.x server", () => {
  const ada = { token: "a", clientId: "app", scopes: [], extra: { sub: "ada" } };
  const principal: ElicitationOptions["principal"] = ({ http }) =>
    http?.req?.headers.get("x-user") ?? undefined;

  it.each([
    ["another user", { authInfo: { ...ada, extra: { sub: "bob" } } }, {}],
    ["another client of the user", { authInfo: { ...ada, clientId: "other" } }, {}],
    ["nobody known", {}, {}],
    ["another user by the author's rule", { authInfo: ada }, { principal }],
  ])("does not count from %s, and the question stays open", async (_, forger, options) => {
    const logger = createLog();
    const handlers = { tool: async (ctx: Ctx) => (await ctx.elicit("Go?", ["a"])).action };
    const server = buildSdkV1(handlers, { ...options, logger });
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
    });
    await server.connect(session as Transport);
    const forge = async (request: Request): Promise<number> => {
      const { id, result } = (await request.clone().json()) as { id: unknown; result?: unknown };
      if (result === undefined) return 0;
      const headers = new Headers(request.headers);
      headers.set("x-user", "bob");
      const content = { action: "accept", content: { value: "a" } };
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: content });
      const forged = new Request(request.url, { method: "POST", headers, body });
      const response = await session.handleRequest(forged, forger);
      return response.status;
    };
    const statuses: number[] = [];
    const fetch = async (request: Request, given?: object): Promise<Response> => {
      if (request.method === "POST") statuses.push(await forge(request));
      request.headers.set("x-user", "ada");
      return session.handleRequest(request, given);
    };
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2025-11-25",
      handler: { fetch },
      authInfo: ada,
      answers: () => decline(),
    });
    expect(said(await host.callTool("run", { who: "Ada" }))).toBe("decline");
    expect(statuses.filter(Boolean)).toEqual([202]);
    expect(logger.warnings.join()).toContain("an answer was dropped");
  });
});

it("an SDK 1.x server without sessions asks nothing, and says why", async () => {
  const answer = vi.fn(() => accept({ confirm: true }));
  const fetch = async (request: Request): Promise<Response> => {
    const server = buildSdkV1({ tool: async (ctx) => String(await ctx.confirm("Sure?")) }, {});
    const transport = new WebStandardStreamableHTTPServerTransport();
    await server.connect(transport as Transport);
    return transport.handleRequest(request);
  };
  await using host = await createTestHost({
    timeoutMs: 3_600_000,
    protocolVersion: "2025-11-25",
    handler: { fetch },
    answers: answer,
  });
  expect(said(await host.callTool("run", { who: "Ada" }))).toMatch(
    /^error: .*this request came without a session/,
  );
  expect(answer).not.toHaveBeenCalled();
});

it("types the arguments of SDK 1.x handlers from their registration", () => {
  const elicitation = createElicitation();
  const server = elicitation.attach(new McpServer(info));
  server.registerTool(
    "run",
    { inputSchema: { who: z.string(), times: z.number() } },
    elicitation.handler(async ({ who, times }, ctx) => {
      const name: string = who;
      const count: number = times;
      const session: string | undefined = ctx.sessionId;
      return text(`${name} ${count} ${session}`) as never;
    }),
  );
});

describe("a tool with an output schema, on a host that cannot ask", () => {
  it("says in an error what the user has to do, and gives its result when the call comes again", async () => {
    const opened: string[] = [];
    const elicitation = createElicitation({
      openBrowser: async (url) => void opened.push(url),
      holdMs: 100,
      logger: createLog(),
    });
    const server = elicitation.attach(new McpServer(info));
    server.registerTool(
      "run",
      { outputSchema: { city: z.string() } },
      elicitation.handler(async (ctx) => {
        const where = await ctx.elicit("Where to?", z.object({ city: z.string() }));
        const structuredContent = { city: where.action === "accept" ? where.data.city : "" };
        return { content: [], structuredContent };
      }),
    );
    const [connection, pipe] = createWirePair();
    await server.connect(pipe as Transport);
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2025-11-25",
      ...{ connection, answers: [], capabilities: {} },
    });
    const first = await host.callTool("run");
    expect(first.isError).toBe(true);
    expect(said(first)).toContain('call "run" again');
    const browser = new Browser({});
    await browser.press(await openAndLook(browser, opened[0]!), "answer", { f0: "Oslo" });
    const second = await host.callTool("run");
    expect([second.isError, second.structuredContent]).toEqual([undefined, { city: "Oslo" }]);
  });
});
