/** fastmcp as in its documentation: `elicit({ message, requestedSchema })` in `execute`, over its HTTP transport. */
import { FastMCP } from "fastmcp";
import * as z from "zod";
import { announce } from "../servers/control.mjs";
import { freePort, reachable } from "../servers/free-port.mjs";
import { readOptions } from "../servers/options.mjs";
import {
  createArguments,
  createFillerArguments,
  createQuestions,
  summary,
  toWireSchema,
  wording,
} from "../servers/questions.mjs";

const options = readOptions();
const QUESTIONS = createQuestions(z).map((question) => ({
  ...question,
  requestedSchema: toWireSchema(z, question.schema),
}));

const server = new FastMCP({ name: "bench", version: "1.0.0" });

server.addTool({
  name: "ask",
  description: "Asks the user",
  parameters: createArguments(z),
  execute: async ({ topic, questions }, { elicit }) => {
    const answers = [];
    for (const question of QUESTIONS.slice(0, questions)) {
      const result = await elicit({
        message: wording(question, topic),
        requestedSchema: question.requestedSchema,
      });
      if (result.action !== "accept") return `${topic}: ${result.action}`;
      answers.push(result.content);
    }
    return summary(topic, answers);
  },
});
for (let index = 1; index < options.tools; index += 1) {
  server.addTool({
    name: `filler_${index}`,
    description: "Asks no question",
    parameters: createFillerArguments(z),
    execute: async ({ path }) => path,
  });
}

const port = options.port === 0 ? await freePort() : options.port;
await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
await reachable(port);
announce(port);
