import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import * as z from "zod";

// The secret seals what travels with an open question. Set it where several processes serve, or restarts must not lose answers.
export const elicitation = createElicitation({ secret: process.env.MIDCALL_SECRET });

const party = z.object({
  people: z.int().min(1).max(12).describe("How many people"),
  terrace: z.boolean().default(false).describe("On the terrace"),
});

function text(words: string) {
  return { content: [{ type: "text" as const, text: words }] };
}

/** Builds the server. It is called once for stdio, and for each session or request over HTTP. */
export function build() {
  const server = elicitation.attach(new McpServer({ name: "tables", version: "1.0.0" }));
  server.registerTool(
    "book_table",
    {
      title: "Book a table",
      description: "Books a table at a restaurant. Asks the user for how many people.",
      inputSchema: z.object({ restaurant: z.string().default("Chez Anne") }),
    },
    elicitation.handler(async ({ restaurant }, ctx) => {
      const answer = await ctx.elicit(`A table at ${restaurant}: for how many?`, party);
      if (answer.action !== "accept") return text("Nothing was booked.");
      const { people, terrace } = answer.data;
      return text(`Booked for ${people}${terrace ? ", on the terrace" : ""}.`);
    }),
  );
  return server;
}
