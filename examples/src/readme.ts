import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation } from "midcall/server";
import * as z from "zod";

const elicitation = createElicitation({ secret: process.env.MIDCALL_SECRET });
const party = z.object({ people: z.int().min(1).max(12), terrace: z.boolean().default(false) });
const text = (text: string) => ({ content: [{ type: "text" as const, text }] });

serveStdio(() => {
  const server = elicitation.attach(new McpServer({ name: "tables", version: "1.0.0" }));
  const inputSchema = z.object({ restaurant: z.string() });
  server.registerTool("book_table", { inputSchema }, elicitation.handler(async ({ restaurant }, ctx) => {
    const answer = await ctx.elicit(`A table at ${restaurant}: for how many?`, party);
    if (answer.action !== "accept") return text("Nothing was booked.");
    const { people, terrace } = answer.data; // number, boolean
    return text(`Booked for ${people}${terrace ? ", on the terrace" : ""}.`);
  }));
  return server;
});
