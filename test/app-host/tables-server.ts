import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
// The build, because the View is a part of it.
import {
  createElicitation,
  type ElicitationOptions,
} from "../../packages/midcall/dist/server/index.js";
import { createMemoryStore } from "../../packages/midcall/dist/store/index.js";

const table = z.object({ people: z.number().int().min(1).max(12).meta({ title: "People" }) });

/** A server of midcall's whose tools ask: `book_table` by a form, `cancel_booking` by a confirmation. */
export interface Tables {
  readonly build: () => McpServer;
  readonly elicitation: ReturnType<typeof createElicitation>;
  /** What the handlers got from the user, call by call. */
  readonly got: readonly unknown[];
}

export function createTables(options: ElicitationOptions = {}): Tables {
  const got: unknown[] = [];
  const elicitation = createElicitation({
    secret: "a secret of at least thirty-two bytes, for tests",
    store: createMemoryStore(),
    principal: () => "ada",
    fallback: ["app"],
    ...options,
  });
  const told = (answer: unknown, text: string): CallToolResult => {
    got.push(answer);
    return { content: [{ type: "text", text }] };
  };
  return {
    elicitation,
    got,
    build() {
      const server = elicitation.attach(new McpServer({ name: "tables", version: "1.0.0" }));
      server.registerTool(
        "book_table",
        { description: "Books a table" },
        elicitation.handler(async (ctx) => {
          const answer = await ctx.elicit("A table at the Anchor: for how many?", table);
          const { action, via } = answer;
          return answer.action === "accept"
            ? told({ action, via, ...answer.data }, `Booked for ${answer.data.people}.`)
            : told({ action, via }, "Nothing was booked.");
        }),
      );
      server.registerTool(
        "cancel_booking",
        { description: "Cancels a booking" },
        elicitation.handler(async (ctx) => {
          const cancelled = await ctx.confirm("Cancel the table for 4?");
          return told({ cancelled }, cancelled ? "Cancelled." : "Nothing was cancelled.");
        }),
      );
      return server;
    },
  };
}

/** The same server on HTTP. */
export interface TablesOnHttp extends Tables, AsyncDisposable {
  readonly url: string;
}

export async function serveTables(options?: ElicitationOptions): Promise<TablesOnHttp> {
  const tables = createTables(options);
  const handler = tables.elicitation.createHandler(tables.build);
  const http = createServer(handler.node);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    ...tables,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      await handler.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
