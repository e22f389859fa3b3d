import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { ServerElicitation } from "midcall/server";
import * as z from "zod";
import {
  askForContact,
  askWithDefaults,
  askWithEnums,
  describe,
  DESCRIPTIONS,
} from "./form-questions.js";

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
    { description: DESCRIPTIONS.contact, inputSchema: z.object({ message: z.string() }) },
    elicitation.handler(async ({ message }, ctx) => text(await askForContact(ctx, message))),
  );
  server.registerTool(
    "test_elicitation_sep1034_defaults",
    { description: DESCRIPTIONS.defaults },
    elicitation.handler(async (ctx) => text(await askWithDefaults(ctx))),
  );
  server.registerTool(
    "test_elicitation_sep1330_enums",
    { description: DESCRIPTIONS.enums },
    elicitation.handler(async (ctx) => text(await askWithEnums(ctx))),
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

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}
