/** mcp-use as in its documentation: `ctx.elicit(message, zodSchema)`, served by its own `listen`. */
import { MCPServer, text } from "mcp-use/server";
import * as z from "zod";
import { announce } from "../servers/control.mjs";
import { freePort, reachable } from "../servers/free-port.mjs";
import { readOptions } from "../servers/options.mjs";
import {
  createArguments,
  createFillerArguments,
  createQuestions,
  summary,
  wording,
} from "../servers/questions.mjs";

const options = readOptions();
const QUESTIONS = createQuestions(z);

const server = new MCPServer({ name: "bench", version: "1.0.0", host: "127.0.0.1" });

server.tool(
  { name: "ask", description: "Asks the user", schema: createArguments(z) },
  async ({ topic, questions }, ctx) => {
    const answers = [];
    for (const question of QUESTIONS.slice(0, questions)) {
      const result = await ctx.elicit(wording(question, topic), question.schema);
      if (result.action !== "accept") return text(`${topic}: ${result.action}`);
      answers.push(result.data);
    }
    return text(summary(topic, answers));
  },
);
for (let index = 1; index < options.tools; index += 1) {
  server.tool(
    { name: `filler_${index}`, description: "Asks no question", schema: createFillerArguments(z) },
    async ({ path }) => text(path),
  );
}

const port = options.port === 0 ? await freePort() : options.port;
await server.listen(port);
await reachable(port);
announce(port);
