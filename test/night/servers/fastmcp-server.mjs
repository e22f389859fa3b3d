/** A server on fastmcp, the way its documentation says: over stdio, with a tool that asks, progress, a prompt and a resource. */
import { FastMCP } from "fastmcp";
import { z } from "zod";

const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
const server = new FastMCP({ name: "fastmcp", version: "1.0.0", logger });
server.addTool({
  name: "greet",
  description: "Asks for a name.",
  execute: async (_, { elicit, signal }) => {
    const answer = await elicit(
      {
        message: "Who are you?",
        requestedSchema: {
          type: "object",
          properties: { name: { type: "string", title: "Name" } },
          required: ["name"],
        },
      },
      { signal },
    );
    return JSON.stringify(answer);
  },
});
server.addTool({
  name: "count",
  description: "Counts in steps.",
  parameters: z.object({ steps: z.number().int() }),
  execute: async ({ steps }, { reportProgress, log }) => {
    log.info("It begins.");
    for (let step = 1; step <= steps; step++) {
      await reportProgress({ progress: step, total: steps });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return `Counted to ${steps}.`;
  },
});
server.addPrompt({
  name: "poem",
  description: "A poem about something.",
  arguments: [{ name: "about", description: "Its subject", required: true }],
  load: async ({ about }) => `A poem about ${about}`,
});
server.addResource({
  uri: "note://one",
  name: "A note",
  mimeType: "text/plain",
  load: async () => ({ text: "Remember the milk." }),
});
await server.start({ transportType: "stdio" });
