import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext, type HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it } from "vitest";
import { SECRET } from "../lab.js";
import { turns } from "../virtual-time.js";

/** The life of a call in a session of this process, whose stream midcall writes itself. */

const errors: string[] = [];
let handler: HttpHandler;
afterEach(async () => {
  errors.length = 0;
  await handler.close();
});

type Post = (body: object) => Promise<Response>;
let server: McpServer;

function newSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give: () => void = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Opens a session with a tool that runs this, and with others that are not midcall's. */
async function open(
  run: (ctx: ElicitationContext) => Promise<string>,
  others: Readonly<Record<string, (ctx: ServerContext) => Promise<{ content: [] }>>> = {},
): Promise<Post> {
  const elicitation = createElicitation({ secret: SECRET });
  handler = elicitation.createHandler(() => {
    server = elicitation.attach(new McpServer({ name: "calls", version: "1.0.0" }));
    server.server.onerror = ({ message }) => void errors.push(message);
    const fn = elicitation.handler(async (ctx: ElicitationContext) => ({
      content: [{ type: "text" as const, text: await run(ctx) }],
    }));
    server.registerTool("run", {}, fn);
    for (const [name, other] of Object.entries(others)) server.registerTool(name, {}, other);
    return server;
  });
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const post: Post = (body) => {
    const init = {
      method: "POST",
      headers,
      body: JSON.stringify(Array.isArray(body) ? body : { jsonrpc: "2.0", ...body }),
    };
    return handler.fetch(new Request("http://127.0.0.1/mcp", init));
  };
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "host", version: "1" },
  };
  const opened = await post({ id: 0, method: "initialize", params });
  headers["mcp-session-id"] = opened.headers.get("mcp-session-id")!;
  headers["mcp-protocol-version"] = "2025-11-25";
  await post({ method: "notifications/initialized" });
  return post;
}

const call = { id: 1, method: "tools/call", params: { name: "run" } };

describe("a call in a session of this process", () => {
  it("keeps its id to itself while it runs", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const first = await post(call);
    for (const method of ["tools/call", "tools/list", "ping"]) {
      const refused = await post({ ...call, method });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32_600 } });
    }
    const reader = first.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { id } = JSON.parse(/^data: (.*)$/m.exec((await reader.read()).value!)![1]!) as {
      id: number;
    };
    expect((await post({ id, result: { action: "decline" } })).status).toBe(202);
    expect((await reader.read()).value).toContain("decline");
    expect((await reader.read()).done).toBe(true);
    expect(await (await post({ id: 1, method: "tools/list" })).text()).toContain('"run"');
  });

  it("ends its stream when its client cancels it, and drops what the handler still sends", async () => {
    const late = newSignal();
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action, {
      async plain({ mcpReq }) {
        await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
        await turns();
        await mcpReq.notify({ method: "notifications/tools/list_changed" }).catch((error) => {
          errors.push(String(error));
        });
        late.give();
        return { content: [] };
      },
    });
    const texts = [call, { ...call, id: 2, params: { name: "plain" } }].map(async (one) =>
      (await post(one)).text(),
    );
    for (const requestId of [1, 2])
      await post({ method: "notifications/cancelled", params: { requestId } });
    expect(await Promise.all(texts)).toEqual([
      expect.stringContaining("elicitation/create") as string,
      "",
    ]);
    await late.given;
    expect(errors).toEqual([]);
  });

  it("goes on without its client, and tells the author that nobody got its result", async () => {
    const [begun, gate] = [newSignal(), newSignal()];
    const post = await open(async () => {
      begun.give();
      await gate.given;
      return "done";
    });
    const response = await post(call);
    await begun.given;
    await response.body!.cancel();
    gate.give();
    await expect.poll(() => errors).toEqual([expect.stringMatching(/gone before the response/)]);
  });

  it("keeps its id to itself in a batch, too, and beside a call that the transport has taken", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const first = await post(call);
    expect((await post([{ jsonrpc: "2.0", ...call }])).status).toBe(400);
    // Not a usual one, as it has a member of the protocol's own.
    const meta = { "io.modelcontextprotocol/related-task": { taskId: "x" } };
    const byTransport = await post({ ...call, id: 2, params: { name: "run", _meta: meta } });
    expect(byTransport.status).toBe(200);
    expect((await post({ ...call, id: 2 })).status).toBe(400);
    for (const { body } of [first, byTransport]) await body!.cancel();
  });

  it("gives its id back with its response, and when it is cancelled", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
    const text = (await post(call)).text();
    await post(cancelled);
    await text;
    // Through the transport, and directly again.
    expect(await (await post({ id: 1, method: "tools/list" })).text()).toContain('"run"');
    const again = await post(call);
    await post(cancelled);
    expect(await again.text()).toContain("elicitation/create");
  });

  it("ends without a response whose JSON cannot be written", async () => {
    const post = await open(() => Promise.resolve("done"), {
      plain: () => Promise.resolve({ content: [], structuredContent: { big: 10n } } as never),
    });
    const response = await post({ ...call, params: { name: "plain" } });
    expect(await response.text()).toBe("");
    expect(errors).toEqual([expect.stringMatching(/BigInt/)]);
    expect(await (await post(call)).text()).toContain("done");
  });

  it("tells the author nothing of what a malformed answer says", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const response = await post(call);
    const answer = { result: { action: "accept", content: { value: "private" } }, error: "none" };
    for (const id of ["unknown", 4711, null, 0])
      expect((await post({ id, ...answer })).status).toBe(400);
    expect(await response.text()).toContain("unanswered");
    expect(JSON.stringify(errors)).not.toContain("private");
  });

  it("does not run once its server is closed", async () => {
    let ran = 0;
    const post = await open(() => Promise.resolve(String(++ran)));
    await server.close();
    expect((await post(call)).status).toBe(404);
    expect(ran).toBe(0);
  });

  it("leaves nothing behind where the author's code refuses its message", async () => {
    const post = await open(() => Promise.resolve("done"));
    const { transport } = server.server;
    const receive = transport!.onmessage;
    transport!.onmessage = () => {
      throw new Error("Not today.");
    };
    expect((await post(call)).status).toBe(500);
    transport!.onmessage = receive!;
    expect(await (await post(call)).text()).toContain("done");
  });

  it("ends its stream with its session", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const text = (await post(call)).text();
    await handler.close();
    expect(await text).toContain("elicitation/create");
  });
});
