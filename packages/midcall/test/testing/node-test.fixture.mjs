/** Run by node-test.system.test.ts with `node --test`, on the built package: no other test framework. */
import assert from "node:assert/strict";
import test from "node:test";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { accept, createTestHost, forEachProtocolVersion } from "midcall/testing";

const elicitation = createElicitation({ secret: "s".repeat(32) });

function build() {
  const server = elicitation.attach(new McpServer({ name: "greeter", version: "1.0.0" }));
  const greet = elicitation.handler(async (ctx) => {
    const answer = await ctx.elicit("Which one?", ["red", "blue"]);
    return { content: [{ type: "text", text: answer.action === "accept" ? answer.data : "none" }] };
  });
  server.registerTool("choose", {}, greet);
  return server;
}

forEachProtocolVersion((protocolVersion) =>
  test(`asks and goes on, on ${protocolVersion}`, async () => {
    const host = await createTestHost({
      protocolVersion,
      build,
      answers: [accept({ value: "blue" })],
    });
    const result = await host.callTool("choose");
    assert.equal(result.content[0].text, "blue");
    assert.equal(host.questions[0].message, "Which one?");
    host.expectNoLeftovers();
    await host.close();
  }),
);
