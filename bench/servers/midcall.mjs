/** midcall on every protocol version at one URL: the handler awaits its questions. */
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import * as z from "zod";
import { listen, listenToNode } from "./listen.mjs";
import { readOptions } from "./options.mjs";
import { USER } from "./user.mjs";
import {
  createArguments,
  createFillerArguments,
  createQuestions,
  summary,
  wording,
} from "./questions.mjs";

const options = readOptions();
const ASK_ARGUMENTS = createArguments(z);
const FILLER_ARGUMENTS = createFillerArguments(z);
const QUESTIONS = createQuestions(z);
const text = (value) => ({ content: [{ type: "text", text: value }] });

const telemetry = await createTelemetry(options);

const elicitation = createElicitation({
  ...(telemetry && { telemetry }),
  secret: new Uint8Array(32).fill(7),
  // All requests come from one user.
  limits: { openQuestions: Infinity },
});

const ask = elicitation.handler(async ({ topic, questions }, ctx) => {
  const answers = [];
  for (const question of QUESTIONS.slice(0, questions)) {
    const answer = await ctx.elicit(wording(question, topic), question.schema, {
      key: question.key,
    });
    if (answer.action !== "accept") return text(`${topic}: ${answer.action}`);
    answers.push(answer.data);
  }
  return text(summary(topic, answers));
});

const neverAsk = elicitation.handler(async ({ topic }) => text(summary(topic, [])));

/** @param {ReturnType<typeof readOptions>} options */
async function createTelemetry({ telemetry, telemetryApi }) {
  if (telemetryApi) return (await import("midcall/telemetry")).createTelemetry();
  return telemetry ? (await import("./telemetry.mjs")).createBenchTelemetry() : undefined;
}

function build() {
  const server = elicitation.attach(new McpServer({ name: "bench", version: "1.0.0" }));
  server.registerTool(
    "ask",
    { description: "Asks the user", inputSchema: ASK_ARGUMENTS },
    options.plain ? neverAsk : ask,
  );
  for (let index = 1; index < options.tools; index += 1) {
    server.registerTool(
      `filler_${index}`,
      { description: "Asks no question", inputSchema: FILLER_ARGUMENTS },
      async ({ path }) => text(path),
    );
  }
  return server;
}

const handler = elicitation.createHandler(build, {
  maxSessionsPerPrincipal: 10_000,
  ...(options.reuse && { reuse: true }),
});
if (options.node) {
  listenToNode((request, response) => handler.node(request, response, { authInfo: USER }), options);
} else listen((request) => handler.fetch(request, { authInfo: USER }), options);
