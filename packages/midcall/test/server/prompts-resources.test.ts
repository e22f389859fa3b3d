import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { accept, type Answers, createTestHost, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLog, SECRET, wires } from "./lab.js";

const size = z.object({ pages: z.int().min(1) });

async function howLong(ctx: ElicitationContext, about: string): Promise<string> {
  const answer = await ctx.elicit(`How long about ${about}?`, size);
  return answer.action === "accept" ? `${answer.data.pages} pages` : answer.action;
}

function build(): McpServer {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
  const server = elicitation.attach(new McpServer({ name: "writer", version: "1.0.0" }));
  server.registerPrompt(
    "letter",
    { argsSchema: z.object({ about: z.string() }) },
    elicitation.handler(async ({ about }, ctx) => ({
      messages: [
        {
          role: "user" as const,
          content: { type: "text" as const, text: await howLong(ctx, about) },
        },
      ],
    })),
  );
  server.registerResource(
    "report",
    "report://latest",
    {},
    elicitation.handler(async (uri, ctx) => ({
      contents: [{ uri: uri.href, text: await howLong(ctx, uri.host) }],
    })),
  );
  return server;
}

describe.each(wires)("on $protocolVersion over $transport", (wire) => {
  const cases: [string, Answers, string][] = [
    ["accepted", [accept({ pages: 3 })], "3 pages"],
    ["declined", [decline()], "decline"],
    ["wrong, then right", [accept({ pages: 0 }), accept({ pages: 2 })], "2 pages"],
  ];

  it.each(cases)("a prompt asks: %s", async (_name, answers, outcome) => {
    await using host = await createTestHost({ timeoutMs: 3_600_000, ...wire, build, answers });
    const { messages } = await host.getPrompt("letter", { about: "rain" });
    expect(messages[0]?.content).toEqual({ type: "text", text: outcome });
    expect(host.questions[0]?.message).toBe("How long about rain?");
    host.expectNoLeftovers();
  });

  it.each(cases)("a resource asks: %s", async (_name, answers, outcome) => {
    await using host = await createTestHost({ timeoutMs: 3_600_000, ...wire, build, answers });
    const { contents } = await host.readResource("report://latest");
    expect(contents[0]).toMatchObject({ uri: "report://latest", text: outcome });
    host.expectNoLeftovers();
  });
});
