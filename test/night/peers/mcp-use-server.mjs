/** A server on mcp-use, the way its documentation says: over HTTP, with a tool that asks, a prompt and a resource. */
import { MCPServer } from "mcp-use";
import { z } from "zod";
import { inputRequired } from "@modelcontextprotocol/server";
const server = new MCPServer({ name: "mcp-use", title: "On mcp-use", version: "1.0.0" });
server.tool(
  { name: "greet", title: "Greet", description: "Asks for a name.", inputSchema: z.object({}) },
  async (_, ctx) => {
    const name = ctx.inputResponses?.name;
    if (!name)
      return inputRequired({
        inputRequests: {
          name: inputRequired.elicit({
            message: "Who are you?",
            requestedSchema: {
              type: "object",
              properties: { name: { type: "string", title: "Name" } },
              required: ["name"],
            },
          }),
        },
      });
    return { content: [{ type: "text", text: JSON.stringify(name) }] };
  },
);
server.prompt(
  { name: "poem", description: "A poem about something.", schema: z.object({ about: z.string() }) },
  async ({ about }) => ({
    messages: [{ role: "user", content: { type: "text", text: `A poem about ${about}` } }],
  }),
);
server.resource(
  { uri: "note://one", name: "one", title: "A note", mimeType: "text/plain" },
  async () => ({
    contents: [{ uri: "note://one", mimeType: "text/plain", text: "Remember the milk." }],
  }),
);
await server.listen(Number(process.argv[2] ?? 0));
