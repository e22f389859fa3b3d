import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext, type HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it } from "vitest";
import { SECRET } from "../lab.js";

/** The life of a call in a session of this process, whose stream midcall writes itself. */

const errors: string[] = [];
let handler: HttpHandler;
afterEach(async () => {
  errors.length = 0;
  await handler.close();
});

type Post = (body: object) => Promise<Response>;

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
    const server = elicitation.attach(new McpServer({ name: "calls", version: "1.0.0" }));
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
    const init = { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...body }) };
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
        await new Promise((resolve) => setTimeout(resolve, 20));
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

  it("ends its stream with its session", async () => {
    const post = await open(async (ctx) => (await ctx.elicit("Go on?", ["yes"])).action);
    const text = (await post(call)).text();
    await handler.close();
    expect(await text).toContain("elicitation/create");
  });
});
