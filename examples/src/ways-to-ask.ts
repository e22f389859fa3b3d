import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation } from "midcall/server";
import * as z from "zod";

const elicitation = createElicitation({
  secret: process.env.MIDCALL_SECRET,
  fallback: ["native", "app", "relay", "page"], // tried in this order
});
const people = z.object({ people: z.int().min(1).max(12) });
const text = (text: string) => ({ content: [{ type: "text" as const, text }] });

serveStdio(() => {
  const server = elicitation.attach(new McpServer({ name: "tables", version: "1.0.0" }));
  server.registerTool(
    "book_table",
    { inputSchema: z.object({ restaurant: z.string() }) },
    elicitation.handler(async ({ restaurant }, ctx) => {
      // The host's form. Without one, a view in the host; without that, the model asks in the chat.
      const party = await ctx.elicit(`A table at ${restaurant}: for how many?`, people);
      if (party.action !== "accept") return text("Nothing was booked.");
      // No model may answer this: the last way is a page, which opens in the user's browser.
      const isSure = await ctx.confirm(`Book for ${party.data.people}, at 20 euros each?`);
      if (!isSure) return text("Nothing was booked.");
      return text(`Booked for ${party.data.people}. The answer came by ${party.via}.`);
    }),
  );
  return server;
});
