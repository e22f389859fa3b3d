/**
 * A server whose tools ask one question each, for counting the steps that an answer takes in several hosts. It is
 * written with the official SDK alone, so that no host knows it.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const form = (properties) => ({
  mode: "form",
  requestedSchema: { type: "object", properties, required: Object.keys(properties) },
});

/** The questions by tool. */
const QUESTIONS = {
  yes_no: {
    message: "Delete 47 files?",
    ...form({ confirm: { type: "boolean", title: "Delete them" } }),
  },
  choice: {
    message: "Which repository?",
    ...form({ repository: { type: "string", title: "Repository", enum: ["api", "web", "docs"] } }),
  },
  five_fields: {
    message: "Describe the release.",
    ...form({
      name: { type: "string", title: "Name" },
      email: { type: "string", format: "email", title: "E-mail" },
      seats: { type: "integer", minimum: 1, maximum: 60, title: "Seats" },
      channel: { type: "string", enum: ["stable", "beta"], title: "Channel" },
      notify: { type: "boolean", title: "Notify the team" },
    }),
  },
  date_time: {
    message: "When does it start?",
    ...form({ start: { type: "string", format: "date-time", title: "Start" } }),
  },
  link: {
    message: "Connect your account.",
    mode: "url",
    url: "http://127.0.0.1:9/connect",
    elicitationId: "link-1",
  },
};

const server = new McpServer({ name: "questions", version: "1.0.0" });
for (const [name, params] of Object.entries(QUESTIONS)) {
  server.registerTool(name, { description: params.message }, async (ctx) => {
    const answer = await ctx.mcpReq.elicitInput(params);
    return { content: [{ type: "text", text: JSON.stringify(answer) }] };
  });
}
await server.connect(new StdioServerTransport());
