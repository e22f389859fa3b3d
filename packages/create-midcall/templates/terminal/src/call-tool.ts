import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Inbox } from "midcall/client";

export interface Call {
  /** The command that starts the server, and its arguments. */
  readonly command: string;
  readonly args: string[];
  readonly tool: string;
  readonly toolArguments: Record<string, unknown>;
}

/** Calls one tool of a server; its questions come to the inbox. Returns the text of the result. */
export async function callTool(inbox: Inbox, call: Call): Promise<string> {
  const { command, args, tool, toolArguments } = call;
  const client = new Client({ name: "my-host", version: "1.0.0" });
  inbox.attach(client, { server: "tables", startedBy: "user" });
  await client.connect(new StdioClientTransport({ command, args }));
  try {
    const { content } = await client.callTool({ name: tool, arguments: toolArguments });
    return content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n");
  } finally {
    await client.close();
  }
}
