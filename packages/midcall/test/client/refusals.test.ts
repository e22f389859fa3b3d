import { createInbox, type InboxOptions } from "midcall/client";
import type { RefusedQuestion } from "../../src/client/inbox/types.js";
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { color, connect, said, text } from "./lab.js";
import { codePoint } from "../../../../test/code-points.js";

async function refusalOf(
  params: unknown,
  options: InboxOptions = {},
): Promise<{ refused: RefusedQuestion; why: unknown }> {
  const refused: RefusedQuestion[] = [];
  const inbox = createInbox({
    open: () => {},
    onRefused: (one) => void refused.push(one),
    ...options,
  });
  inbox.mount();
  const result = await inbox.handle(params, { server: "A" });
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ server: "A", params });
  const { content } = result as { content: Record<string, unknown> };
  return { refused: refused[0]!, why: content["midcall/why"] };
}

const form = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  message: "Which?",
  requestedSchema: { type: "object", properties, required },
});
const link = (url: unknown) => ({ mode: "url", message: "Open?", url });
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nr) => [`f${nr}`, { type: "string" }]));

describe("a refused question names the field, the rule and what to do", () => {
  it.each([
    ["an object", form({ tags: { type: "object" } }), "tags", /“tags”.*type.*"object"/],
    [
      "a free list",
      form({ "a/b~": { type: "array", items: { type: "string" } } }),
      "a/b~",
      /“a\/b~”.*list without choices/,
    ],
    ["no type", form({ x: { title: "X" } }), "x", /type is missing/],
    ["crossed limits", form({ n: { type: "integer", minimum: 5, maximum: 1 } }), "n", /“n”/],
    [
      "a required name without a property",
      form({ a: { type: "string" } }, ["a", "nickname"]),
      "nickname",
      /“nickname” is required, but it is not in “properties”/,
    ],
    [
      "too many fields",
      form(fields(200), []),
      undefined,
      /200 fields.*limit of this host, not of the protocol/,
    ],
    [
      "no object schema",
      { message: "Which?", requestedSchema: { type: "array" } },
      undefined,
      /type “object” and “properties”/,
    ],
    [
      "a message that cannot be shown whole",
      { message: "x".repeat(16_385), requestedSchema: color },
      undefined,
      /message is longer than 16,384 characters.*cannot show all/,
    ],
    [
      "the message of a link",
      { ...link("https://example.com/"), message: "x".repeat(16_385) },
      undefined,
      /16,384/,
    ],
    [
      "a title that cannot be shown whole",
      form({ a: { type: "boolean", title: "t".repeat(1_001) } }),
      "a",
      /“a”.*title is longer than 1,000 characters/,
    ],
    [
      "a description that cannot be shown whole",
      form({ a: { type: "boolean", description: "d".repeat(16_385) } }),
      "a",
      /description is longer than 16,384/,
    ],
    [
      "a name that cannot be shown whole",
      form({ ["n".repeat(257)]: { type: "boolean" } }),
      "n".repeat(257),
      /name is longer than 256/,
    ],
    [
      "an option that cannot be shown whole",
      form({ a: { type: "string", oneOf: [{ const: "x", title: "t".repeat(1_001) }] } }),
      "a",
      /choices \(oneOf\) cannot be read/,
    ],
    [
      "more options than can be shown",
      form({ a: { type: "string", enum: Array.from({ length: 1_001 }, (_, nr) => `o${nr}`) } }),
      "a",
      /“a”.*1,001 choices \(enum\).*at most 1,000.*limit of this host, not of the protocol/,
    ],
    [
      "a reference to nowhere",
      form({ a: { $ref: "#/$defs/Gone" } }),
      "a",
      /“a”.*refers to #\/\$defs\/Gone, which is not in the schema/,
    ],
    [
      "a reference to the network",
      form({ a: { $ref: "https://example.com/a.json" } }),
      "a",
      /“a”.*refers to https:.*only references within the schema/,
    ],
    [
      "a reference in a circle",
      form({ a: { anyOf: [{ $ref: "#/properties/a" }, { type: "null" }] } }),
      "a",
      /“a”.*leads back to itself/,
    ],
    [
      "parts that contradict each other",
      form({ a: { type: "string", allOf: [{ type: "integer" }] } }),
      "a",
      /“a”.*contradict each other: type/,
    ],
    [
      "several shapes",
      form({ a: { anyOf: [{ type: "string" }, { type: "number" }] } }),
      "a",
      /“a”.*anyOf offers several shapes/,
    ],
    [
      "several shapes of the whole",
      {
        message: "Which?",
        requestedSchema: {
          oneOf: [
            { type: "object", properties: { a: { type: "string" } } },
            { type: "object", properties: { b: { type: "string" } } },
          ],
        },
      },
      undefined,
      /oneOf/,
    ],
    [
      "alternatives without a field",
      {
        message: "Which?",
        requestedSchema: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      },
      undefined,
      /names no fields.*anyOf/,
    ],
    [
      "values of any name",
      {
        message: "Which?",
        requestedSchema: { type: "object", additionalProperties: { type: "string" } },
      },
      undefined,
      /names no fields.*additionalProperties/,
    ],
    [
      "fields in place of properties",
      { message: "Which?", requestedSchema: { type: "object", name: { type: "string" } } },
      undefined,
      /no “properties”.*name/,
    ],
    [
      "a schema under another name",
      { message: "Which?", schema: color },
      undefined,
      /“schema” in place of “requestedSchema”/,
    ],
    [
      "a schema under another name, in the writing of Python",
      { message: "Which?", requested_schema: color, requestedSchema: null },
      undefined,
      /“requested_schema” in place of “requestedSchema”/,
    ],
    [
      "a link without its mode",
      { message: "Open?", url: "https://example.com/" },
      undefined,
      /“url”, but its mode is not “url”/,
    ],
    ["no message", { requestedSchema: color }, undefined, /no message/],
    ["an unknown mode", { message: "Which?", mode: "voice" }, undefined, /mode/],
    ["text in place of an address", link("not a url"), undefined, /not a complete web address/],
    ["a hidden character", link("https://example.com/\u200b"), undefined, /invisible characters/],
    ["a space in an address", link("https://example.com/a b"), undefined, /white space/],
    ["http", link("http://example.com/"), undefined, /https/],
    ["a password in an address", link("https://a:b@example.com/"), undefined, /password/],
    ["a private network", link("https://10.0.0.1/"), undefined, /private network/],
  ])("%s", async (_, params, field, rule) => {
    const { refused, why } = await refusalOf(params);
    expect(refused.field).toBe(field);
    expect(refused.rule).toMatch(rule);
    expect(refused.advice).toMatch(/^[A-Z].*\.$/);
    expect(why).toBe(`${refused.rule} ${refused.advice}`);
  });

  it("is about the field that is in the way, not about a harmless one before it", async () => {
    const harmless = { type: "string", format: "hostname", pattern: 7 };
    const { refused } = await refusalOf(form({ a: harmless, b: { type: "object" } }));
    expect(refused.field).toBe("b");
  });

  it("names the fields that ask for a secret", async () => {
    const { refused } = await refusalOf(
      form({ user: { type: "string" }, password: { type: "string" } }),
      {
        policy: { secrets: "refuse" },
      },
    );
    expect(refused).toMatchObject({ field: "password", reason: "secret-refused" });
    expect(refused.advice).toMatch(/URL mode/);
  });

  it("is not explained if the user has set it", async () => {
    const refused = vi.fn();
    const inbox = createInbox({ onRefused: refused });
    inbox.mount();
    inbox.setRule("A", "block");
    expect(await inbox.handle(form({}), { server: "A" })).toEqual({
      action: "cancel",
      content: { "midcall/cannotAsk": "blocked" },
    });
    expect(refused).not.toHaveBeenCalled();
  });

  it("is safe to show and of bounded length, whatever the schema says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: codePoint, maxLength: 2000 }),
        fc.jsonValue(),
        async (name, node) => {
          const inbox = createInbox({
            policy: { burst: 1e6 },
            onRefused: ({ rule, advice }) => {
              const shown = rule + advice;
              expect(shown.length).toBeLessThan(1500);
              expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
            },
            onError: (error) => {
              throw error;
            },
          });
          inbox.mount();
          const params = {
            message: "?",
            requestedSchema: {
              type: "object",
              properties: { [name]: { type: "object", node } },
              required: [name],
            },
          };
          await inbox.handle(params, { server: "A" });
        },
      ),
    );
  });

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "reaches the server's author on %s",
    async (protocolVersion) => {
      const params = form({ tags: { type: "object" } });
      const build = (): McpServer => {
        const server = new McpServer({ name: "odd", version: "1.0.0" });
        server.registerTool("run", {}, async (ctx: ServerContext) => {
          if (ctx.mcpReq.inputResponses) return text(JSON.stringify(ctx.mcpReq.inputResponses));
          if (ctx.mcpReq.envelope) {
            return {
              resultType: "input_required",
              inputRequests: { q: { method: "elicitation/create", params } },
            } as never;
          }
          return ctx.mcpReq
            .send(
              { method: "elicitation/create", params } as never,
              {
                "~standard": { version: 1, vendor: "t", validate: (value: unknown) => ({ value }) },
              } as never,
            )
            .then(
              () => text("answered"),
              (error: Error) => text(error.message),
            );
        });
        return server;
      };
      const inbox = createInbox();
      inbox.mount();
      await using host = await connect(inbox, { protocolVersion }, build);
      expect(said(await host.client.callTool({ name: "run" }))).toMatch(
        /The field “tags” cannot be shown/,
      );
    },
  );
});
