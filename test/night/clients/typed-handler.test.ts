import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { startServer } from "./start-server.js";

/** Shapes real servers send, and what the typed handler of the SDK 1.x makes of each. */
const SHAPES: Record<string, { sent: object; typed: object | "refused" }> = {
  pattern: {
    sent: { type: "string", pattern: "^[a-z]+$" },
    typed: { type: "string" },
  },
  uniqueItems: {
    sent: { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: true },
    typed: { type: "array", items: { type: "string", enum: ["a"] } },
  },
  "a choice of numbers": {
    sent: { type: "integer", enum: [1, 2] },
    typed: { type: "integer" },
  },
  "titles with anyOf": {
    sent: { type: "string", anyOf: [{ const: "a", title: "A" }] },
    typed: { type: "string" },
  },
  "an unknown format": { sent: { type: "string", format: "uuid" }, typed: "refused" },
  "oneOf in a multi-select": {
    sent: { type: "array", items: { oneOf: [{ const: "a", title: "A" }] } },
    typed: "refused",
  },
  "a text or null": { sent: { type: ["string", "null"] }, typed: "refused" },
};

it.each(Object.entries(SHAPES))(
  "a form with %s comes through the typed handler of the SDK 1.x changed or not at all, so that attach does without it",
  async (_, { sent, typed }) => {
    const { reach } = await startServer({ protocolVersion: "2025-11-25", transport: "stdio" });
    const client = new Client(
      { name: "typed", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    let seen: unknown;
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      seen = "requestedSchema" in params && params.requestedSchema.properties["it"];
      return { action: "cancel" };
    });
    if (!("command" in reach)) return;
    await client.connect(new StdioClientTransport({ ...reach, args: [...reach.args] }));
    const requestedSchema = { type: "object", properties: { it: sent } };
    const params = { message: "?", requestedSchema };
    const result = await client.callTool(
      { name: "ask", arguments: { params } },
      CallToolResultSchema,
    );
    await client.close();
    const [said] = result.content as { text: string }[];
    if (typed === "refused") expect(said?.text).toMatch(/^error -32603/);
    else expect(seen).toEqual(typed);
  },
);
