import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";

const elicitation = createElicitation();

export const mcp = elicitation.createHandler(() =>
  elicitation.attach(new McpServer({ name: "typed", version: "1.0.0" })),
);
