/** The SDK alone on 2025 sessions: the question is sent on the call's stream, and the answer is checked with zod. */
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { listen } from "./listen.mjs";
import { readOptions } from "./options.mjs";
import { USER } from "./user.mjs";
import {
  createArguments,
  createFillerArguments,
  createQuestions,
  summary,
  toWireSchema,
  wording,
} from "./questions.mjs";
import { createSessions } from "./sessions.mjs";

const options = readOptions();
const ASK_ARGUMENTS = createArguments(z);
const FILLER_ARGUMENTS = createFillerArguments(z);
const QUESTIONS = createQuestions(z).map((question) => ({
  ...question,
  requestedSchema: toWireSchema(z, question.schema),
}));
const text = (value) => ({ content: [{ type: "text", text: value }] });

async function ask({ topic, questions }, ctx) {
  const answers = [];
  for (const question of QUESTIONS.slice(0, questions)) {
    const result = await ctx.mcpReq.send(
      {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: wording(question, topic),
          requestedSchema: question.requestedSchema,
        },
      },
      { relatedRequestId: ctx.mcpReq.id, signal: ctx.mcpReq.signal, timeout: 600_000 },
    );
    if (result.action !== "accept") return text(`${topic}: ${result.action}`);
    const answer = question.schema.safeParse(result.content);
    if (!answer.success)
      return { ...text(`The answer does not fit: ${answer.error.message}`), isError: true };
    answers.push(answer.data);
  }
  return text(summary(topic, answers));
}

function build() {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  const config = { description: "Asks the user", inputSchema: ASK_ARGUMENTS };
  if (options.plain)
    server.registerTool("ask", config, async ({ topic }) => text(summary(topic, [])));
  else server.registerTool("ask", config, ask);
  for (let index = 1; index < options.tools; index += 1) {
    server.registerTool(
      `filler_${index}`,
      { description: "Asks no question", inputSchema: FILLER_ARGUMENTS },
      async ({ path }) => text(path),
    );
  }
  return server;
}

listen(createSessions(build, USER), options);
