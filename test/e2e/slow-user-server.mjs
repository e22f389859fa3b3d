/** A server from the build, on standard input and output. Its tool books a table, and writes what it does into a file. */
import { appendFileSync, writeFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation } from "midcall/server";
import * as z from "zod";

const [, , log] = process.argv;
writeFileSync(`${log}.pid`, String(process.pid));
const note = (text) => appendFileSync(log, `${text}\n`);
const elicitation = createElicitation({ serverName: "Tables" });
const party = z.object({
  people: z.int().min(1).max(12).meta({ title: "People" }),
  terrace: z.boolean().default(false).meta({ title: "On the terrace" }),
});

serveStdio(() => {
  const server = elicitation.attach(new McpServer({ name: "tables", version: "1.0.0" }));
  server.registerTool(
    "book_table",
    { title: "Book a table", inputSchema: z.object({ restaurant: z.string() }) },
    elicitation.handler(async ({ restaurant }, ctx) => {
      await ctx.step("look", () => note(`looked at ${restaurant}`));
      const answer = await ctx.elicit(`A table at ${restaurant}: for how many?`, party);
      if (answer.action !== "accept")
        return { content: [{ type: "text", text: `Nothing was booked (${answer.action}).` }] };
      const { people } = answer.data;
      await ctx.step("book", () => note(`booked for ${people}`), { writes: true });
      return { content: [{ type: "text", text: `Booked for ${people}, by ${answer.via}.` }] };
    }),
  );
  return server;
});
