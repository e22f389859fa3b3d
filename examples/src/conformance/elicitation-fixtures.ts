import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { ServerElicitation } from "midcall/server";
import * as z from "zod";

/** Registers the fixtures about elicitation: plain handlers that work on every protocol version. */
export function registerElicitationFixtures(
  server: McpServer,
  elicitation: ServerElicitation,
): void {
  registerFormFixtures(server, elicitation);
  registerMultiRoundTripFixtures(server, elicitation);
}

function registerFormFixtures(server: McpServer, elicitation: ServerElicitation): void {
  server.registerTool(
    "test_elicitation",
    {
      description: "Asks for a user name and an e-mail address",
      inputSchema: z.object({ message: z.string() }),
    },
    elicitation.handler(async ({ message }, ctx) => {
      const answer = await ctx.elicit(
        message,
        z.object({
          username: z.string().describe("User's response"),
          email: z.string().describe("User's email address"),
        }),
      );
      return text(`User response: ${describe(answer)}`);
    }),
  );

  server.registerTool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with a default for every primitive type" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("Please check these values", {
        type: "object",
        properties: {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
          verified: { type: "boolean", default: true },
        },
      });
      return text(`Elicitation completed: ${describe(answer)}`);
    }),
  );

  server.registerTool(
    "test_elicitation_sep1330_enums",
    { description: "Asks with all five enum shapes" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("Please choose", {
        type: "object",
        properties: {
          untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
          titledSingle: { type: "string", oneOf: titled("Option") },
          legacyEnum: {
            type: "string",
            enum: ["opt1", "opt2", "opt3"],
            enumNames: ["Option One", "Option Two", "Option Three"],
          },
          untitledMulti: {
            type: "array",
            items: { type: "string", enum: ["option1", "option2", "option3"] },
          },
          titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
        },
      });
      return text(`Elicitation completed: ${describe(answer)}`);
    }),
  );

  server.registerTool(
    "test_input_required_result_elicitation",
    { description: "Asks for a name; takes an answer that comes along with the first call too" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("What is your name?", z.object({ name: z.string() }), {
        key: "user_name",
        unsolicited: true,
      });
      return text(answer.action === "accept" ? `Hello, ${answer.data.name}!` : "Hello, stranger!");
    }),
  );

  server.registerTool(
    "test_streaming_elicitation",
    { description: "Reports progress, then asks: the stream carries no request of its own" },
    elicitation.handler(async (ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      if (progressToken !== undefined) {
        const params = { progressToken, progress: 1 };
        await ctx.mcpReq.notify({ method: "notifications/progress", params });
      }
      const answer = await ctx.elicit("What is your name?", z.object({ name: z.string() }));
      return text(`Answered: ${describe(answer)}`);
    }),
  );
}

function registerMultiRoundTripFixtures(server: McpServer, elicitation: ServerElicitation): void {
  server.registerTool(
    "test_input_required_result_request_state",
    { description: "Asks for a confirmation and checks the state that comes back" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("Please confirm", CONFIRMATION, { key: "confirm" });
      return text(`state-ok: ${describe(answer)}`);
    }),
  );

  server.registerTool(
    "test_input_required_result_tampered_state",
    { description: "Asks for a confirmation; a state that was changed on the way is refused" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("Please confirm", CONFIRMATION, { key: "confirm" });
      return text(`integrity-ok: ${describe(answer)}`);
    }),
  );

  server.registerTool(
    "test_input_required_result_multi_round",
    { description: "Asks twice, one question after the other" },
    elicitation.handler(async (ctx) => {
      const who = await ctx.elicit("Step 1: What is your name?", z.object({ name: z.string() }), {
        key: "step1",
      });
      if (who.action !== "accept") return text(`Stopped: ${describe(who)}`);
      const colour = await ctx.elicit(
        "Step 2: What is your favorite color?",
        z.object({ color: z.string() }),
        { key: "step2" },
      );
      if (colour.action !== "accept") return text(`Stopped: ${describe(colour)}`);
      return text(`${who.data.name} likes ${colour.data.color}`);
    }),
  );

  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "Asks for a context before the prompt is written" },
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit(
        "What context should the prompt use?",
        z.object({ context: z.string() }),
        { key: "user_context" },
      );
      const context = answer.action === "accept" ? answer.data.context : "none";
      return {
        messages: [{ role: "user", content: { type: "text", text: `Context: ${context}` } }],
      };
    }),
  );
}

const CONFIRMATION = {
  type: "object",
  properties: { ok: { type: "boolean" } },
  required: ["ok"],
} as const;

function titled(noun: string) {
  return ["First", "Second", "Third"].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${noun}`,
  }));
}

function describe(answer: { action: string; content?: unknown }): string {
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}
