import { fileURLToPath } from "node:url";
import { createInbox } from "midcall/client";
import { mountTerminal } from "midcall/terminal";
import { callTool } from "./call-tool.ts";

const server = fileURLToPath(new URL("stdio.js", import.meta.url));
const inbox = createInbox();
const terminal = mountTerminal(inbox);
try {
  const said = await callTool(inbox, {
    command: process.execPath,
    args: [server],
    tool: "book_table",
    toolArguments: { restaurant: process.argv[2] ?? "Chez Anne" },
  });
  console.log(said);
} finally {
  terminal.unmount();
}
