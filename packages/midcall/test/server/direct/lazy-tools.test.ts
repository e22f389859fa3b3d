import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { Client } from "@modelcontextprotocol/client";
import { createElicitation, type HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { createLog, SECRET, text } from "../lab.js";

const schema = z.object({ value: z.string().optional() });
const say = (what: string) => async () => text(what);

afterEach(() => vi.restoreAllMocks());

/** A handler whose servers are built by this function. */
function serve(register: (server: McpServer) => void): {
  handler: HttpHandler;
  /** The names of the tools that the SDK knows, at the end of each call. */
  known: () => string[];
  errors: string[];
} {
  const errors: string[] = [];
  const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
  let last: McpServer;
  const handler = elicitation.createHandler(
    () => {
      last = elicitation.attach(new McpServer({ name: "lazy", version: "1.0.0" }));
      register(last);
      return last;
    },
    { onerror: (error) => errors.push(error.message) },
  );
  const known = (): string[] =>
    Object.keys((last as unknown as { _registeredTools: object })._registeredTools);
  return { handler, known, errors };
}

async function send(
  handler: HttpHandler,
  method: string,
  params: { readonly name?: string } = {},
): Promise<{ result?: Record<string, unknown>; error?: { message: string } }> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const request = new Request("http://localhost:3000/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(params.name !== undefined && { "mcp-name": params.name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  return (await handler.fetch(request)).json() as never;
}

const call = (handler: HttpHandler, name: string): ReturnType<typeof send> =>
  send(handler, "tools/call", { name });
const saidBy = async (handler: HttpHandler, name: string): Promise<unknown> => {
  const { result, error } = await call(handler, name);
  return error?.message ?? (result?.["content"] as { text: string }[] | undefined)?.[0]?.text;
};

describe("the tools of a server that answers one call", () => {
  const names = ["a", "b", "c", "d"];
  const register = (server: McpServer): void => {
    for (const name of names) server.registerTool(name, { inputSchema: schema }, say(name));
  };

  it("are registered with the SDK when they are called, but for the first", async () => {
    const { handler, known } = serve(register);
    expect(await saidBy(handler, "c")).toBe("c");
    expect(known()).toEqual(["a", "c"]);
    expect(await saidBy(handler, "a")).toBe("a");
    expect(known()).toEqual(["a"]);
    expect(await saidBy(handler, "e")).toMatch(/e not found/);
  });

  it("are all listed, in their order", async () => {
    const { handler } = serve(register);
    await call(handler, "c");
    const { result } = await send(handler, "tools/list");
    expect((result!["tools"] as { name: string }[]).map(({ name }) => name)).toEqual(names);
  });

  it("are all there for another transport that the author connects", async () => {
    const listed: string[][] = [];
    const { handler } = serve((server) => {
      register(server);
      const [near, far] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: "inside", version: "1.0.0" });
      void server
        .connect(near)
        .then(() => client.connect(far))
        .then(() => client.listTools())
        .then(({ tools }) => listed.push(tools.map(({ name }) => name)));
    });
    await call(handler, "c");
    await expect.poll(() => listed).toEqual([names]);
  });

  it("are registered from what the author gave, although the object is used again", async () => {
    const { handler } = serve((server) => {
      const config: { inputSchema: unknown } = { inputSchema: schema };
      for (const name of names) server.registerTool(name, config as object, say(name) as never);
      config.inputSchema = z.object({ value: z.string() });
    });
    expect(await saidBy(handler, "c")).toBe("c");
  });

  it.each<[string, (tool: ReturnType<McpServer["registerTool"]>) => void, string, RegExp]>([
    ["disabled", (tool) => tool.disable(), "c", /c disabled/],
    ["removed", (tool) => tool.remove(), "c", /c not found/],
    ["renamed", (tool) => tool.update({ name: "e" }), "e", /^c$/],
    ["changed", (tool) => tool.update({ callback: say("changed") as never }), "c", /^changed$/],
    ["disabled by its member", (tool) => (tool.enabled = false), "c", /c disabled/],
    ["enabled again", (tool) => (tool.disable(), tool.enable()), "c", /^c$/],
    [
      "looked at",
      (tool) => expect([tool.enabled, "title" in tool]).toEqual([true, true]),
      "c",
      /^c$/,
    ],
    ["copied", (tool) => expect({ ...tool }).toMatchObject({ enabled: true }), "c", /^c$/],
  ])("can be %s by what registering them returned", async (_, use, name, said) => {
    const { handler } = serve((server) => {
      const tools = names.map((each) =>
        server.registerTool(each, { inputSchema: schema }, say(each)),
      );
      use(tools[2] as never);
    });
    expect(await saidBy(handler, name)).toMatch(said);
  });

  it.each<[string, (server: McpServer) => void, RegExp]>([
    ["twice", (server) => server.registerTool("c", {}, say("again")), /c is already registered/],
    ["twice, the first", (server) => server.registerTool("a", {}, say("again")), /a is already/],
    [
      "under the name of a member of every object",
      (server) => server.registerTool("constructor", { inputSchema: schema }, say("again")),
      /constructor is already/,
    ],
    [
      "with a schema that is none",
      (server) =>
        server.registerTool("e", { inputSchema: { value: 1 } as never }, say("e") as never),
      /Standard Schema/,
    ],
    [
      "without a configuration",
      (server) => server.registerTool("e", undefined as never, say("e") as never),
      /undefined/,
    ],
    [
      "under the name that another was given",
      (server) => {
        const first = server.registerTool("e", { inputSchema: schema }, say("e"));
        first.update({ name: "f" });
        server.registerTool("f", { inputSchema: schema }, say("f"));
      },
      /f is already/,
    ],
  ])("cannot be registered %s, as with the SDK", async (_, wrong, message) => {
    const thrown: string[] = [];
    const { handler } = serve((server) => {
      register(server);
      try {
        wrong(server);
      } catch (error) {
        thrown.push((error as Error).message);
      }
    });
    expect(await saidBy(handler, "b")).toBe("b");
    expect(thrown).toEqual([expect.stringMatching(message)]);
  });

  it("whose names the SDK warns of are warned of", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { handler } = serve((server) => {
      register(server);
      server.registerTool("has space", { inputSchema: schema }, say("e"));
    });
    await call(handler, "b");
    expect(warned.mock.calls.flat().join("\n")).toMatch(/has space/);
  });
});
