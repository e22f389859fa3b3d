import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ServerElicitation } from "midcall/server";
import * as z from "zod";
import { text } from "./elicitation-fixtures.js";

/**
 * Registers the fixtures about sampling and roots, which midcall does not handle. They are raw SDK handlers on the same
 * server, to show that both kinds of handlers work side by side.
 */
export function registerOtherInputFixtures(
  server: McpServer,
  elicitation: ServerElicitation,
  codec: RequestStateCodec<{ tool: string }>,
): void {
  server.registerTool(
    "test_input_required_result_sampling",
    { description: "Asks the host's model for a completion" },
    async (ctx) => {
      const answer = response(ctx, "capital_question");
      if (answer !== undefined) return text(`Sampled: ${JSON.stringify(answer)}`);
      return inputRequired({
        inputRequests: { capital_question: sample("What is the capital of France?", 100) },
      });
    },
  );

  server.registerTool(
    "test_sampling",
    {
      description: "Asks the host's model to answer a prompt",
      inputSchema: z.object({ prompt: z.string() }),
    },
    async ({ prompt }, ctx) => {
      const answer = response(ctx, "completion");
      if (answer !== undefined) return text(`LLM response: ${JSON.stringify(answer)}`);
      return inputRequired({ inputRequests: { completion: sample(prompt, 100) } });
    },
  );

  server.registerTool(
    "test_missing_capability",
    { description: "Needs sampling, which the caller has not declared" },
    async () => inputRequired({ inputRequests: { completion: sample("Hello", 10) } }),
  );

  server.registerTool(
    "test_input_required_result_list_roots",
    { description: "Asks the host for its roots" },
    async (ctx) => {
      const answer = response(ctx, "client_roots");
      if (answer !== undefined) return text(`Roots: ${JSON.stringify(answer)}`);
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  );

  server.registerTool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks for a name, a completion and the roots in one round" },
    async (ctx) => {
      const keys = ["user_name", "greeting", "client_roots"];
      const answers = keys.map((key) => response(ctx, key));
      if (answers.every((answer) => answer !== undefined)) return text(JSON.stringify(answers));
      return inputRequired({
        inputRequests: {
          user_name: inputRequired.elicit({
            message: "What is your name?",
            requestedSchema: {
              type: "object",
              properties: { name: { type: "string" } },
              required: ["name"],
            },
          }),
          greeting: sample("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await codec.mint({ tool: "multiple_inputs" }, ctx),
      });
    },
  );

  server.registerTool(
    "test_input_required_result_capabilities",
    { description: "Asks only for what the host says it can do" },
    elicitation.handler(async (ctx) => {
      if (ctx.canElicit("form")) {
        const answer = await ctx.elicit("What is your name?", z.object({ name: z.string() }));
        return text(`Answered: ${answer.action}`);
      }
      const answer = response(ctx, "greeting");
      if (answer !== undefined) return text(`Sampled: ${JSON.stringify(answer)}`);
      if (!canSample(ctx)) {
        return text("This host offers nothing to ask with.");
      }
      return inputRequired({ inputRequests: { greeting: sample("Generate a greeting", 50) } });
    }),
  );
}

function response(ctx: ServerContext, key: string): unknown {
  const responses: Record<string, unknown> = ctx.mcpReq.inputResponses ?? {};
  return Object.hasOwn(responses, key) ? responses[key] : undefined;
}

function canSample(ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return capabilities?.sampling !== undefined;
}

function sample(prompt: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens,
  });
}
