import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { parseRequestedSchema } from "midcall/schema";
import { createTestHost, type Era, type TestHost } from "midcall/testing";
import { plainText } from "./plain-text.js";
import { addNotebooks, addOldFiles, addRepositories, createSandbox } from "./sandbox.js";
import { startServer } from "./server-process.js";
import type { Terminal } from "./terminal.js";
import { createTerminalPerson, readFields } from "./terminal-person.js";

export interface InteractiveOptions {
  readonly era: Era;
  readonly transport: "stdio" | "http";
  readonly terminal: Terminal;
}

/** A person may think for as long as the server lets them. */
const CALL_MS = 60 * 60_000;

/** Lets a person call the tools of the example server and answer what they ask. */
export async function runInteractive({
  era,
  transport,
  terminal,
}: InteractiveOptions): Promise<void> {
  const root = createSandbox();
  await addOldFiles(root);
  await addRepositories(root);
  await addNotebooks(root);
  const server = await startServer({ transport, file: "../all.js", root });
  let call = new AbortController();
  try {
    await using host = await createTestHost({
      era,
      connection: server.connect(),
      clientInfo: { name: "midcall-start", version: "1.0.0" },
      timeoutMs: CALL_MS,
      answers: createTerminalPerson(terminal, "The example server", () => call.signal),
    });
    terminal.say(`Connected to the example server over ${transport}, protocol ${era}.`);
    terminal.say(`It works in ${root}, which is removed when you leave. Ctrl-C leaves.\n`, "dim");
    for (;;) {
      const tool = await chooseTool(await host.listTools(), terminal);
      if (tool === undefined) return;
      call = new AbortController();
      await callTool(host, tool, terminal);
      // A question whose call is over is not open any more.
      call.abort(new Error("The call has ended."));
    }
  } finally {
    await server.close();
  }
}

async function chooseTool(tools: readonly Tool[], terminal: Terminal): Promise<Tool | undefined> {
  for (const [index, tool] of tools.entries()) {
    terminal.say(
      `  ${index + 1}. ${plainText(tool.title ?? tool.name)}: ${plainText(tool.description ?? "")}`,
    );
  }
  for (;;) {
    const typed = (await terminal.ask("\nWhich tool? A number, or q to leave > ")).trim();
    if (/^(q|quit|exit)$/i.test(typed)) return undefined;
    const tool = tools[Number(typed) - 1];
    if (tool !== undefined) return tool;
    terminal.say("There is no such tool.", "warn");
  }
}

async function callTool(host: TestHost, tool: Tool, terminal: Terminal): Promise<void> {
  const args = await readFields(
    terminal,
    parseRequestedSchema(tool.inputSchema, { unknown: "field" }),
  );
  if ("action" in args) return terminal.say("Not called.\n");
  try {
    // With progress asked for, the server gives the person minutes and not seconds on 2025.
    const result = await host.callTool(tool.name, args, { onProgress: () => {} });
    printResult(result, terminal);
  } catch (error) {
    terminal.say(
      `\nThe call failed: ${plainText((error as Error).message, { multiline: true })}\n`,
      "warn",
    );
  }
}

function printResult({ content, isError }: CallToolResult, terminal: Terminal): void {
  for (const part of content) {
    const words =
      part.type === "text" ? plainText(part.text, { multiline: true }) : `(${part.type})`;
    terminal.say(`\n${words}`, isError === true ? "warn" : "bold");
  }
  terminal.say("");
}
