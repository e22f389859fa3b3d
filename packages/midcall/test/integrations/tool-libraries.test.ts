import { Client } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer } from "@modelcontextprotocol/server";
import { accept, createInbox, decline, type Inbox } from "midcall/client";
import { attach as attachLangChain } from "midcall/integrations/langchain";
import { attach as attachAgents } from "midcall/integrations/openai-agents";
import type { ProtocolVersion } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { listAllTools } from "../../src/integrations/openai-agents/list-all-tools.js";
import { serve } from "../../src/testing/serve.js";
import { buildServer, protocolVersions } from "../client/lab.js";

const newClient = (version: ProtocolVersion): Client =>
  new Client(
    { name: "lab-host", version: "1.0.0" },
    {
      supportedProtocolVersions: [version],
      ...(version === "2026-07-28" && { versionNegotiation: { mode: { pin: version } } }),
    },
  );

const build = buildServer({
  ask: async (ctx) => JSON.stringify(await ctx.elicit("Which?", ["a", "b"])),
});

/** A server whose tool says what it was called with. */
const echo = (): McpServer => {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool("echo", { description: "Says." }, ({ mcpReq }) => ({
    content: [{ type: "text", text: String(mcpReq._meta?.["example/tag"]) }],
    structuredContent: { tag: mcpReq._meta?.["example/tag"] },
    isError: true,
  }));
  return server;
};

function mounted(): Inbox {
  const inbox = createInbox();
  inbox.mount();
  return inbox;
}

const showing = (inbox: Inbox, count = 1): Promise<void> =>
  vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(count), 20_000);
const first = (inbox: Inbox): string => inbox.getSnapshot().showing[0]!.id;

/** Both ways in which `loadMcpTools` and its tools use a client of SDK 1.x. */
interface CalledClient {
  listTools(params: object): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, schema?: undefined, options?: object): Promise<{ content: unknown }>;
  readResource(params: object): Promise<unknown>;
}
const loadMcpTools = async (
  server: string,
  client: CalledClient,
  options?: { prefix: string },
): Promise<{ name: string; call: (signal?: AbortSignal) => Promise<unknown> }[]> => {
  const { tools } = await client.listTools({});
  return tools.map(({ name }) => ({
    name: `${options?.prefix ?? server}_${name}`,
    call: async (signal) => {
      const params = { name, arguments: {} };
      return signal
        ? (await client.callTool(params, undefined, { signal })).content
        : (await client.callTool(params)).content;
    },
  }));
};

/** A `connect` that takes the transports of the tests, which are of SDK 2. */
type Connect = (transport: Parameters<Client["connect"]>[0]) => Promise<void>;

const clients = [
  ...protocolVersions.map((protocolVersion) => ({
    name: "SDK 2",
    protocolVersion,
    newClient: () => newClient(protocolVersion),
  })),
  {
    name: "SDK 1.x",
    protocolVersion: "2025-11-25" as const,
    newClient: () =>
      new OldClient({ name: "lab-host", version: "1.0.0" }) as OldClient & { connect: Connect },
  },
];

describe.each(clients)(
  "a client of $name on $protocolVersion",
  ({ protocolVersion, newClient }) => {
    it("LangChain's tools ask through the inbox, and end with the signal of their call", async () => {
      const inbox = mounted();
      const client = newClient();
      const loadTools = attachLangChain(inbox, client, { server: "Lab", loadMcpTools });
      const served = await serve({ protocolVersion, build });
      await client.connect(served.transport);
      const [tool] = await loadTools({ prefix: "my" });
      expect(tool!.name).toBe("my_ask");
      const called = tool!.call();
      await showing(inbox);
      expect(inbox.getSnapshot().showing[0]).toMatchObject({ server: "Lab" });
      inbox.respond(first(inbox), accept({ value: "a" }));
      expect(JSON.stringify(await called)).toContain('\\"data\\":\\"a\\"');
      const stop = new AbortController();
      const stopped = tool!.call(stop.signal);
      await showing(inbox);
      stop.abort();
      await expect(stopped).rejects.toThrow();
      await showing(inbox, 0);
      await served.close();
      await client.close();
    });

    it("a server for the Agents SDK asks through the inbox, and ends with the signal of a call", async () => {
      const inbox = mounted();
      const served = await serve({ protocolVersion, build });
      const transport = (): typeof served.transport => served.transport;
      const server = attachAgents(inbox, newClient(), { server: "Lab", transport });
      await server.connect();
      expect(server.name).toBe("Lab");
      expect((await server.listTools()).map(({ name }) => name)).toEqual(["ask"]);
      const called = server.callTool("ask", null);
      await showing(inbox);
      inbox.respond(first(inbox), decline());
      expect(JSON.stringify(await called)).toContain("decline");
      const stop = new AbortController();
      const stopped = server.callTool("ask", {}, null, { signal: stop.signal });
      await showing(inbox);
      stop.abort();
      await expect(stopped).rejects.toThrow();
      await showing(inbox, 0);
      await server.close();
      await served.close();
    });

    it("a result for the Agents SDK is its content, and has its other members besides", async () => {
      const served = await serve({ protocolVersion, build: echo });
      const transport = (): typeof served.transport => served.transport;
      const server = attachAgents(mounted(), newClient(), {
        server: "Lab",
        transport,
      });
      await server.connect();
      const meta = { "example/tag": "x" };
      const content = await server.callTool("echo", {}, meta);
      expect(JSON.stringify(content)).toBe('[{"type":"text","text":"x"}]');
      expect(content).toHaveLength(1);
      expect(content.structuredContent).toEqual({ tag: "x" });
      expect(content.isError).toBe(true);
      expect(Object.keys(content)).toEqual(["0"]);
      expect(await server.callToolResult("echo", {}, meta)).toMatchObject({
        content: [{ text: "x" }],
        structuredContent: { tag: "x" },
      });
      await server.close();
      await served.close();
    });
  },
);

it("a server for the Agents SDK connects again with a transport of its own", async () => {
  const wires = [];
  for (let i = 0; i < 2; i++) wires.push(await serve({ protocolVersion: "2025-11-25", build }));
  const left = [...wires];
  const server = attachAgents(mounted(), newClient("2025-11-25"), {
    server: "Lab",
    transport: () => left.shift()!.transport,
  });
  for (const wire of wires) {
    await server.connect();
    await server.invalidateToolsCache();
    expect(await server.listTools()).toHaveLength(1);
    await server.close();
    await wire.close();
  }
});

describe("listing all tools", () => {
  const pages = (next: (cursor: string | undefined) => string | undefined) => ({
    listTools: async (params?: { cursor?: string }) => ({
      tools: [{ name: params?.cursor ?? "first" }],
      nextCursor: next(params?.cursor),
    }),
  });

  it("goes through all pages", async () => {
    const next = (cursor?: string): string | undefined =>
      cursor === "2" ? undefined : String(Number(cursor ?? 0) + 1);
    const found = await listAllTools(pages(next));
    expect(found).toEqual([{ name: "first" }, { name: "1" }, { name: "2" }]);
  });

  it("ends where a server's list does not", async () => {
    await expect(listAllTools(pages(() => "again"))).rejects.toThrow("does not end");
    let page = 0;
    await expect(listAllTools(pages(() => String(page++)))).rejects.toThrow("does not end");
    expect(page).toBeLessThan(100);
  });
});
