/**
 * The re-entrant guard that a careful author writes with the SDK alone: zod schemas created once, answers validated
 * with them, and progress in a signed state that is bound to the method and the user.
 */
import {
  McpServer,
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  createArguments,
  createFillerArguments,
  createQuestions,
  summary,
  toWireSchema,
  wording,
} from "./questions.mjs";

const ASK_ARGUMENTS = createArguments(z);
const FILLER_ARGUMENTS = createFillerArguments(z);
const QUESTIONS = createQuestions(z);

const codec = createRequestStateCodec({
  key: new Uint8Array(32).fill(7),
  ttlSeconds: 600,
  bind: (ctx) => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.extra?.sub ?? ""}`,
});

const text = (value) => ({ content: [{ type: "text", text: value }] });

/**
 * @param {{ tools: number, plain: boolean, wireSchemas: boolean }} options
 * @returns {() => McpServer} the per-request (or per-session) factory
 */
export function createGuardFactory({ tools, plain, wireSchemas }) {
  const requested = QUESTIONS.map((question) =>
    wireSchemas ? toWireSchema(z, question.schema) : question.schema,
  );

  async function ask({ topic, questions }, ctx) {
    const state = ctx.mcpReq.requestState();
    const answers = state?.answers ?? [];
    if (state !== undefined) {
      const question = QUESTIONS[answers.length];
      const response = inputResponse(ctx.mcpReq.inputResponses, question.key);
      if (response.kind === "elicit" && response.action !== "accept")
        return text(`${topic}: ${response.action}`);
      const content = acceptedContent(ctx.mcpReq.inputResponses, question.key, question.schema);
      if (content !== undefined) answers.push(content);
    }
    if (answers.length === questions) return text(summary(topic, answers));
    const next = QUESTIONS[answers.length];
    return inputRequired({
      inputRequests: {
        [next.key]: inputRequired.elicit({
          message: wording(next, topic),
          requestedSchema: requested[answers.length],
        }),
      },
      requestState: await codec.mint({ answers }, ctx),
    });
  }

  return () => {
    const server = new McpServer(
      { name: "bench", version: "1.0.0" },
      { requestState: { verify: codec.verify } },
    );
    const config = { description: "Asks the user", inputSchema: ASK_ARGUMENTS };
    if (plain) server.registerTool("ask", config, async ({ topic }) => text(summary(topic, [])));
    else server.registerTool("ask", config, ask);
    for (let index = 1; index < tools; index += 1) {
      server.registerTool(
        `filler_${index}`,
        { description: "Asks no question", inputSchema: FILLER_ARGUMENTS },
        async ({ path }) => text(path),
      );
    }
    return server;
  };
}
