import type { CallToolResult } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createElicitation, type ServerElicitation } from "../../src/server/index.js";
import {
  accept,
  after,
  cancel,
  createTestHost,
  decline,
  protocolVersions,
  hostError,
  invalidThen,
  never,
  type TestHost,
  type TestHostOptions,
} from "../../src/testing/index.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });
const textOf = (result: CallToolResult): string => {
  const [first] = result.content;
  return first?.type === "text" ? first.text : JSON.stringify(result);
};

const quiet = { warn: () => {}, error: () => {} };

function createShop(): { elicitation: ServerElicitation; build: () => McpServer } {
  const elicitation = createElicitation({ secret: "s".repeat(32), logger: quiet });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "shop", version: "1.0.0" }));

    server.registerTool(
      "order",
      { inputSchema: z.object({ item: z.string() }) },
      elicitation.handler(async ({ item }, ctx) => {
        const amount = await ctx.elicit(
          `How many ${item}?`,
          z.object({ n: z.int().min(1).max(9) }),
        );
        if (amount.action !== "accept") return text(`no order: ${reasonOf(amount)}`);
        const [to, gift] = await Promise.all([
          ctx.elicit(`Where do ${amount.data.n} ${item} go?`, z.object({ city: z.string() })),
          ctx.elicit("Is it a gift?", z.object({ gift: z.boolean() })),
        ]);
        if (to.action !== "accept") return text(`no address: ${reasonOf(to)}`);
        const wrapped = gift.action === "accept" && gift.data.gift;
        return text(`${amount.data.n} ${item} to ${to.data.city}${wrapped ? ", wrapped" : ""}`);
      }),
    );

    server.registerTool(
      "hurry",
      {},
      elicitation.handler(async (ctx) => {
        const schema = z.object({ ok: z.boolean() });
        return text(reasonOf(await ctx.elicit("Quick?", schema, { timeoutMs: 80 })));
      }),
    );

    server.registerPrompt(
      "letter",
      {},
      elicitation.handler(async (ctx) => {
        const to = await ctx.elicit("To whom?", ["Ada", "Grace"]);
        const name = to.action === "accept" ? to.data : "nobody";
        return { messages: [{ role: "user" as const, content: text(`Dear ${name}`).content[0]! }] };
      }),
    );
    return server;
  };
  return { elicitation, build };
}

function reasonOf(answer: { action: string; reason?: string }): string {
  return answer.action === "unanswered" ? `${answer.action}/${answer.reason}` : answer.action;
}

const connections = protocolVersions.flatMap((protocolVersion) => [
  { protocolVersion, via: "stdio" },
  { protocolVersion, via: "http" },
  { protocolVersion, via: "createHandler" },
]);

describe.each(connections)(
  "one midcall handler on $protocolVersion over $via",
  ({ protocolVersion, via }) => {
    const open = (options: Omit<TestHostOptions, "protocolVersion">): Promise<TestHost> => {
      const { elicitation, build } = createShop();
      if (via === "createHandler") {
        return createTestHost({
          protocolVersion,
          handler: elicitation.createHandler(build),
          ...options,
        });
      }
      return createTestHost({
        protocolVersion,
        build,
        transport: via as "stdio" | "http",
        ...options,
      });
    };

    const city = accept({ city: "Rome" });
    const gift = accept({ gift: true });

    it.each<[string, NonNullable<TestHostOptions["answers"]>, string]>([
      ["accept", [accept({ n: 2 }), city, gift], "2 pens to Rome, wrapped"],
      ["decline", [decline()], "no order: decline"],
      ["cancel", [cancel()], "no order: cancel"],
      [
        "invalid, then valid",
        [invalidThen({ n: 99 }, accept({ n: 3 })), city, gift],
        "3 pens to Rome, wrapped",
      ],
      ["invalid until the end", () => accept({ n: "many" }), "no order: unanswered/invalid"],
      [
        "the second question of a round answered first",
        { "How many": accept({ n: 1 }), Where: after(40, city), gift: decline() },
        "1 pens to Rome",
      ],
    ])("%s", async (_name, answers, expected) => {
      await using host = await open({ answers });
      expect(textOf(await host.callTool("order", { item: "pens" }))).toBe(expected);
      host.expectNoLeftovers();
    });

    it("silence past the deadline", async () => {
      await using host = await open({ answers: [never({ returnsAfterMs: 150 })] });
      expect(textOf(await host.callTool("hurry"))).toBe("unanswered/deadline");
    });

    it("a prompt that asks", async () => {
      await using host = await open({ answers: () => accept({ value: "Grace" }) });
      const { messages } = await host.getPrompt("letter");
      expect(messages[0]?.content).toMatchObject({ text: "Dear Grace" });
    });

    it("a host that cannot ask is told so, and nobody is asked", async () => {
      await using host = await open({ capabilities: {} });
      const call = host.callTool("order", { item: "pens" });
      if (protocolVersion === "2026-07-28")
        await expect(call).rejects.toMatchObject({ code: -32021 });
      else expect((await call).isError).toBe(true);
      expect(host.questions).toEqual([]);
    });
  },
);

it.each(["2025-06-18", "2025-11-25"] as const)(
  "a host's JSON-RPC error becomes a truthful outcome on %s",
  async (protocolVersion) => {
    const answers = [hostError(-32603, "cannot render")];
    await using host = await createTestHost({
      protocolVersion,
      build: createShop().build,
      answers,
    });
    const result = textOf(await host.callTool("order", { item: "pens" }));
    expect(result).toMatch(/^no order: unanswered\//);
  },
);
