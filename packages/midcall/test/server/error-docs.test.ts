import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { createInbox } from "midcall/client";
import { createElicitation, type ElicitationContext, OptionError } from "midcall/server";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, createLog, said, SECRET, wires } from "./lab.js";
import { createStateLab, REFUSED } from "./state-lab.js";

/*
 * The address of an error's page is for who writes and runs programs. It is neither for the model, which reads the results of
 * tools, nor for the other side of a connection.
 */

const ADDRESS = /docs\/errors/;

const FAILURES: Readonly<Record<string, (ctx: ElicitationContext) => unknown>> = {
  "an error about a question": (ctx) => ctx.elicit("", ["a", "b"]),
  "an error that ends the call": (ctx) => ctx.step("", () => 1),
  "an error of the handler's own making": () => Promise.reject(new OptionError("Not so.")),
  "an error in a step": (ctx) =>
    ctx.step("one", () => {
      throw new OptionError("Not so.");
    }),
  "an error as the cause of another": () =>
    Promise.reject(new Error("Failed.", { cause: new OptionError("Not so.") })),
};

describe.each(wires)("on $protocolVersion over $transport, no address is sent", (wire) => {
  it.each(Object.entries(FAILURES))("for %s in a tool", async (_, work) => {
    await using host = await createLab(work).host({ ...wire, answers: [] });
    expect(said(await host.callTool("run"))).toMatch(/^error: \S/);
    expect(JSON.stringify(host.transcript)).not.toMatch(ADDRESS);
  });

  it("for a question to a host that cannot ask", async () => {
    const lab = createLab((ctx) => ctx.elicit("Which?", ["a", "b"]));
    await using host = await lab.host({ ...wire, capabilities: {} });
    const failed = await host
      .callTool("run")
      .then(said, (error: Error) => `error: ${error.message}`);
    expect(failed).toMatch(/^error: \S/);
    expect(JSON.stringify(host.transcript)).not.toMatch(ADDRESS);
  });

  it.each(Object.entries(FAILURES))("for %s in a prompt, a JSON-RPC error", async (_, work) => {
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    const build = (): McpServer => {
      const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
      server.registerPrompt(
        "run",
        {},
        elicitation.handler(async (ctx) => {
          await work(ctx);
          return { messages: [] };
        }),
      );
      return server;
    };
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      build,
      ...wire,
      answers: [accept({})],
    });
    await expect(host.getPrompt("run")).rejects.toThrow(/\S/);
    const sent = JSON.stringify(host.transcript);
    expect(sent).toMatch(/"error":\{"code":-32/);
    expect(sent).not.toMatch(ADDRESS);
  });
});

it("no address is sent for a state that is refused", async () => {
  const lab = createStateLab(async (ctx) => (await ctx.elicit("Go?", ["a"])).action);
  const { error } = await lab.call({ state: "mc2.forged" });
  expect(JSON.stringify(error)).toBe(REFUSED);
  await lab.close();
});

it("no address is sent by a host that cannot answer", async () => {
  const inbox = createInbox();
  const client = new Client(
    { name: "host", version: "1.0.0" },
    { capabilities: { elicitation: {} } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) =>
    inbox.handle(params, { server: "Lab" }),
  );
  const server = new McpServer({ name: "lab", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const sent: string[] = [];
  const send = near.send.bind(near);
  near.send = (message, options) => {
    sent.push(JSON.stringify(message));
    return send(message, options);
  };
  await Promise.all([server.connect(far), client.connect(near)]);
  const asked = server.server.elicitInput({
    message: "Which?",
    requestedSchema: { type: "object", properties: {} },
  });
  await expect(asked).rejects.toThrow(/This host cannot answer/);
  expect(sent.join()).toMatch(/"error":\{"code":-32/);
  expect(sent.join()).not.toMatch(ADDRESS);
  await client.close();
});
