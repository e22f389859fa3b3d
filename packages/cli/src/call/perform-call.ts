import { SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { inspectServerName } from "midcall/client/server-name";
import type { Connection } from "../connect/connection.js";
import { nameInCommand } from "../connect/server-name.js";
import { titleOf } from "../connect/target.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { missingArguments, readArguments, type ToolArguments } from "./arguments/arguments.js";
import type { Prompting } from "./arguments/ask-arguments.js";
import { callTool, type CallOutcome } from "./call-tool.js";
import type { CallOptions } from "./options.js";
import type { Findings } from "./report/final-report.js";
import { createProgressLines } from "./report/progress.js";
import { showOutcome } from "./report/report.js";
import type { Responder } from "./responder.js";
import type { CallSignIn } from "./sign-in/call-sign-in.js";

const HIDDEN_TOOLS =
  "Some servers offer a tool only to clients that can answer questions: run this in a terminal, or pass --answers FILE.";

/** How a call ends early, and what removes secrets from its errors. */
type CallParts = Pick<Prompting, "signal" | "interrupt"> & Pick<CallSignIn, "redact">;

/** Lists the tools, calls one, or lets the user choose. */
export async function performCall(
  options: CallOptions,
  responder: Responder,
  connection: Connection,
  { signal, interrupt, redact }: CallParts,
): Promise<Findings> {
  const listTools = (): Promise<Tool[]> => connection.listTools({ signal });
  const prompting = { input: process.stdin, output: process.stderr, signal, interrupt };
  const call = createCaller(options, responder, connection, { signal, redact });

  if (options.list) return { tools: await listTools() };
  if (options.tool === undefined) {
    const { runSession } = await import("./session.js");
    const about = titleOf(connection.serverInfo) ?? nameInCommand(options.target);
    process.stderr.write(
      `Connected to ${safeLine(about, 100)}, protocol ${connection.protocolVersion}.\n`,
    );
    for (const { message } of inspectServerName(about))
      process.stderr.write(`! ${safeLine(message)}\n`);
    await runSession({ ...prompting, tools: listTools, call, show: showOutcome });
    return {};
  }
  const tool = findTool(options.tool, await listTools(), responder);
  const args = await argumentsFor(tool, options.args, responder, prompting);
  return args ? await call(tool, args) : { error: { message: "The tool was not called." } };
}

function createCaller(
  { timeoutMs, meta, asTask, verbose }: CallOptions,
  { kind, inbox }: Responder,
  connection: Connection,
  { signal, redact }: Omit<CallParts, "interrupt">,
): (tool: Tool, args: ToolArguments) => Promise<CallOutcome> {
  const onProgress = createProgressLines(process.stderr, inbox);
  return async (tool, args) => {
    const outcome = await callTool(connection, tool, args, {
      signal,
      onProgress,
      timeoutMs,
      meta,
      asTask,
    });
    if (!("error" in outcome)) return outcome;
    // In a terminal the server's stderr is hidden until the server stops, because it may say why.
    const hasStopped = outcome.error.code === SdkErrorCode.ConnectionClosed;
    if (hasStopped && kind === "terminal" && !verbose) {
      for (const line of connection.lastLines()) process.stderr.write(`server | ${line}\n`);
    }
    const message = redact(outcome.error.message);
    return { error: { ...outcome.error, message } };
  };
}

function findTool(name: string, tools: readonly Tool[], { kind }: Responder): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.slice(0, 50).map((one) => safeLine(one.name, 100));
  const message = `The server has no tool "${safeLine(name, 100)}". Available tools: ${names.join(", ") || "none"}.`;
  throw new UsageError(kind === "none" ? `${message} ${HIDDEN_TOOLS}` : message);
}

async function argumentsFor(
  tool: Tool,
  words: readonly string[],
  { kind }: Responder,
  prompting: Prompting,
): Promise<ToolArguments | undefined> {
  const given = readArguments(words, tool);
  const missing = missingArguments(tool, given);
  if (missing.length === 0) return given;
  if (kind !== "terminal") {
    const names = missing.map((name) => safeLine(name, 100)).join(", ");
    throw new UsageError(
      `${safeLine(tool.name, 100)} requires ${names}. Pass each as name=value; --list describes them.`,
    );
  }
  const { askArguments } = await import("./arguments/ask-arguments.js");
  return askArguments(tool, given, missing, prompting);
}
