import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { connect, createTestFleet, type TestFleet, until, URL_OF_FLEET } from "./fleet-lab.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet.close());

const yes = { action: "accept", content: { value: "yes" } };
const said = (result: { content?: unknown }): string =>
  (result.content as { text: string }[])[0]!.text;

it.each(["2025-06-18", "2025-11-25"])(
  "serves a session of %s on any replica, and takes the answer on any",
  async (protocolVersion) => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const client = await connect(fleet, () => yes, { protocolVersion });
    for (let call = 0; call < 6; call++)
      expect(said(await client.callTool({ name: "run" }))).toBe("accept");
    const calls = fleet.served.filter(({ body }) => body.includes("tools/call"));
    const answers = fleet.served.filter(({ body }) => body.includes('"action"'));
    expect(new Set(calls.map(({ replica }) => replica)).size).toBe(3);
    expect(answers).toHaveLength(6);
    expect(answers.every(({ replica }, n) => replica !== calls[n]!.replica)).toBe(true);
    expect(client.asked).toHaveLength(6);
    await client.close();
  },
);

it("another replica continues a call whose owner dies while its question is open", async () => {
  const ran: string[] = [];
  fleet = createTestFleet(3, {
    handler: async (ctx) => {
      await ctx.step("before", () => ran.push("before"));
      const { action } = await ctx.elicit("Go?", ["yes", "no"]);
      await ctx.step("after", () => ran.push("after"));
      return action;
    },
  });
  let answer: (result: object) => void = () => {};
  const client = await connect(fleet, () => new Promise((resolve) => (answer = resolve)));
  const call = client.callTool({ name: "run" });
  await until(() => client.asked.length === 1);
  fleet.ownerOf("tools/call").kill();
  await until(() => fleet.served.some(({ method, body }) => method === "GET" && body === ""));
  answer(yes);
  expect(said(await call)).toBe("accept");
  expect(client.asked).toEqual(["Go?"]);
  expect(ran).toEqual(["before", "after"]);
  await client.close();
});

describe("the official client 1.x", () => {
  const connectV1 = async (answer: () => object | Promise<object>): Promise<ClientV1> => {
    const client = new ClientV1(
      { name: "v1", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, async () => (await answer()) as never);
    const transport = new TransportV1(new URL(URL_OF_FLEET), {
      fetch: (url, init) => fleet.fetch(new Request(url, init as RequestInit)),
      reconnectionOptions: {
        initialReconnectionDelay: 5,
        maxReconnectionDelay: 20,
        reconnectionDelayGrowFactor: 1.5,
        maxRetries: 2,
      },
    });
    await client.connect(transport as never);
    return client;
  };
  const gets = (): number => fleet.served.filter(({ method }) => method === "GET").length;

  it("does not ask for more after an error, which it does not take for a response", async () => {
    fleet = createTestFleet(3, {
      handler: () => "done",
      register: (server) =>
        server.registerPrompt("fails", {}, (() => {
          throw new Error("no");
        }) as never),
    });
    const client = await connectV1(() => yes);
    await client.callTool({ name: "run" });
    const before = gets();
    await expect(client.getPrompt({ name: "fails" })).rejects.toThrow();
    await until(() => gets() > before);
    const asked = gets();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(gets()).toBe(asked);
    await client.close();
  });

  it("gets its result although the replica of its call dies", async () => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    let answer: ((result: object) => void) | undefined;
    const client = await connectV1(() => new Promise((resolve) => (answer = resolve)));
    const call = client.callTool({ name: "run" });
    await until(() => answer);
    fleet.ownerOf("tools/call").kill();
    answer!(yes);
    expect(said((await call) as never)).toBe("accept");
    await client.close();
  });
});
