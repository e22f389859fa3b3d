import { randomUUID } from "node:crypto";
import { cancel } from "midcall/client";
import { attach } from "midcall/integrations/mastra";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { describeLibrary } from "./behaviours.js";
import { mountedInbox, shown } from "./host.js";
import { mastra } from "./libraries.js";
import { loadMastra, type MastraClient as Client } from "./libraries/mastra.mjs";
import { startServer } from "./start-server.js";

beforeAll(async () => {
  // It logs every call that fails, and every connection that ends.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describeLibrary(mastra);

/** A client of Mastra for a stdio server of 2025-11-25, not attached. */
async function newClient(options: object = {}, server: object = {}): Promise<Client> {
  const { MCPClient } = await loadMastra();
  const { reach } = await startServer({ protocolVersion: "2025-11-25", transport: "stdio" });
  return new MCPClient({
    id: randomUUID(),
    ...options,
    servers: { Other: { ...reach, ...server } },
  });
}

/** What a tool says. */
async function say(client: Client, name: string): Promise<string> {
  const tools = await client.listTools();
  const { content } = await tools[`Other_${name}`]!.execute({}, {});
  return content[0]!.text;
}

describe("attach of midcall/integrations/mastra", () => {
  it("refuses what is no MCPClient, one that is attached, and one that is connected", async () => {
    const { inbox } = mountedInbox();
    const other = { listTools: async () => ({}), disconnect: async () => {} };
    expect(() => attach(inbox, other)).toThrow("takes an MCPClient of @mastra/mcp 2");

    const client = await newClient();
    expect(attach(inbox, client)).toBe(client);
    expect(() => attach(inbox, client)).toThrow("already has an inbox");

    const connected = await newClient();
    await connected.listTools();
    expect(() => attach(inbox, connected)).toThrow("before you use it");
    await connected.disconnect();
  });

  it("refuses to share a server with inputRequests, at its first use", async () => {
    const inputRequests = async (): Promise<object> => ({ action: "cancel" });
    const client = attach(mountedInbox().inbox, await newClient({}, { inputRequests }));
    const { errors } = await client.listToolsWithErrors();
    expect(errors["Other"]).toContain('already has an "elicitation/create" handler');
    await client.disconnect();
  });

  it.each([
    ["the default", {}, {}, true],
    ["a timeout of the server", {}, { timeout: 50_000 }, false],
    ["a timeout of the client", { timeout: 50_000 }, {}, false],
  ])("with %s, lets the user take longer: %j %j %j", async (_, options, server, longer) => {
    const client = attach(mountedInbox().inbox, await newClient(options, server));
    const { meta } = JSON.parse(await say(client, "declared")) as { meta: object };
    expect("progressToken" in meta).toBe(longer);
    await client.disconnect();
  });

  it("says that the user starts the calls by hand, with startedBy", async () => {
    const { inbox } = mountedInbox();
    const client = attach(inbox, await newClient(), { startedBy: "user" });
    const params = { message: "?", requestedSchema: { type: "object", properties: {} } };
    const tools = await client.listTools();
    const called = tools["Other_ask"]!.execute({ params }, {});
    const question = await shown(inbox);
    expect(question.ownCall).toBe(true);
    inbox.respond(question.id, cancel());
    await called;
    await client.disconnect();
  });
});
