import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type HttpHandler,
  type HttpHandlerOptions,
} from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createLog, SECRET } from "./lab.js";

/** What a body has to be before anything of it is read. */

const runs: unknown[] = [];
let handler: HttpHandler;
afterEach(async () => {
  runs.length = 0;
  await handler.close();
});

function serve(options: HttpHandlerOptions): void {
  const store = createMemoryStore();
  const elicitation = createElicitation({ secret: SECRET, logger: createLog(), store });
  handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "bodies", version: "1.0.0" }));
    const run = elicitation.handler(
      async (args: Record<string, unknown>, ctx: ElicitationContext) => {
        runs.push(args);
        const { action } = await ctx.elicit("Go on?", ["yes"]);
        return { content: [{ type: "text" as const, text: action }] };
      },
    );
    server.registerTool("run", { inputSchema: z.looseObject({}) }, run);
    return server;
  }, options);
}

const call = (id: number, args = "{}"): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"run","arguments":${args}}}`;

/** Opens a session of 2025. */
async function open(options: HttpHandlerOptions): Promise<(body: string) => Promise<Response>> {
  serve(options);
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const post = (body: string): Promise<Response> =>
    handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }));
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "host", version: "1" },
  };
  const opened = await post(
    JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
  );
  await opened.text();
  headers["mcp-session-id"] = opened.headers.get("mcp-session-id")!;
  headers["mcp-protocol-version"] = "2025-11-25";
  await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return post;
}

const deep = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

const kinds: readonly (readonly [string, HttpHandlerOptions])[] = [
  ["of one process, written directly", { sessions: "local" }],
  ["of one process, through the SDK", { sessions: "local", direct: false }],
  ["that replicas share", { sessions: "shared" }],
];

describe.each(kinds)("in a session %s", (_, options) => {
  it("a request whose id is that of one that still runs is refused, in a batch, too", async () => {
    const post = await open(options);
    const first = await post(call(1));
    await expect.poll(() => runs.length).toBe(1);
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    for (const body of [call(1), ping, `[${call(1)}]`, `[${ping}]`, `[${call(2)},${call(2)}]`]) {
      const response = await post(body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.text()).toMatch(/still running|batches/);
    }
    expect(runs).toHaveLength(1);
    await first.body!.cancel();
  });

  it("a batch of answers is refused, and what it answers goes on", async () => {
    const post = await open(options);
    const first = await post(call(1));
    const reader = first.body!.getReader();
    let text = "";
    while (!text.includes("elicitation/create"))
      text += new TextDecoder().decode((await reader.read()).value);
    const question = JSON.parse(/\{.*elicitation\/create.*\}/.exec(text)![0]) as { id: unknown };
    const answer = JSON.stringify({
      ...{ jsonrpc: "2.0", id: question.id },
      result: { action: "accept", content: { value: "yes" } },
    });
    expect((await post(`[${answer}]`)).status).toBe(400);
    expect((await post(answer)).status).toBe(202);
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read())
      rest += new TextDecoder().decode(read.value);
    expect(rest).toContain('"accept"');
  });

  it.each([
    ["nested 600 levels deep", deep(600), /nested more than 512 levels/],
    ["nested 100,000 levels deep", deep(100_000), /nested more than 512 levels/],
    ["with a number out of range", '{"a":[1e400]}', /number that is out of range/],
    ["with a negative number out of range", '{"a":-1e400}', /number that is out of range/],
  ])("a call %s is refused with its id", async (_name, args, why) => {
    const post = await open(options);
    const response = await post(call(7, args));
    const { id, error } = (await response.json()) as { id: unknown; error: { message: string } };
    expect([response.status, id]).toEqual([400, 7]);
    expect(error.message).toMatch(why);
    expect(runs).toEqual([]);
  });
});

describe("on 2026-07-28", () => {
  const modern = (args: string): string =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run","arguments":${args},"_meta":${JSON.stringify(
      {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    )}}}`;
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "run",
  };
  const bodies = [
    ["a batch", `[${modern("{}")}]`, /batches/],
    ["a call nested 600 levels deep", modern(deep(600)), /nested more than 512 levels/],
    ["a call with a number out of range", modern('{"a":1e400}'), /number that is out of range/],
  ] as const;

  it.each(["a long one", "a short one"])(
    "a body that cannot be read to its end, %s, is refused",
    async (which) => {
      serve({});
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(modern("{}").slice(0, 50)));
          controller.error(new Error("The client has gone."));
        },
      });
      const length = which === "a short one" ? { "content-length": "90" } : {};
      const init = { method: "POST", headers: { ...headers, ...length }, body, duplex: "half" };
      const response = await handler.fetch(
        new Request("http://127.0.0.1/mcp", init as RequestInit),
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: -32_700 } });
      expect(runs).toEqual([]);
    },
  );

  it.each(bodies)("%s is refused", async (_, body, why) => {
    serve({});
    const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers, body });
    const response = await handler.fetch(request);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(why);
    expect(runs).toEqual([]);
  });

  it.each(bodies)("%s is refused by the handler for Node", async (_, body, why) => {
    serve({});
    const server = createServer((request, response) => void handler.node(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(why);
    expect(runs).toEqual([]);
  });
});
