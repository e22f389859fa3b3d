import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { NoAnswererError } from "midcall/client";
import type { Connection } from "../connect/connection.js";
import { readableMessage } from "../connect/error-message.js";
import type { RequestMeta } from "../connect/request-meta.js";
import { taskSupportOf } from "../connect/tasks/tool-tasks.js";
import { docsOf } from "../error-page.js";
import { isObject, member } from "../json.js";
import { isDeeperThan } from "../nesting.js";
import { safeLine } from "../safe-text.js";
import type { ToolArguments } from "./arguments/arguments.js";
import type { Progress } from "./report/progress.js";

/** The outcome of a call: the tool's result, or the error of a call without a result. */
export type CallOutcome = { readonly result: CallToolResult } | { readonly error: CallError };

/** Why a call has no result. */
export interface CallError {
  readonly code?: number | string | undefined;
  readonly message: string;
  /** Address of the page about the error, if it is one of midcall's. */
  readonly docs?: string | undefined;
  /** Whether the server says that it had to ask a question. */
  readonly hadToAsk?: true | undefined;
}

export interface CallToolOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly timeoutMs?: number | undefined;
  readonly meta?: RequestMeta | undefined;
  /** Whether a tool that can be called in both ways is called as a task. */
  readonly asTask?: boolean | undefined;
}

/** The ten minutes a question stays open, and a minute for the tool's work. */
const DEFAULT_TIMEOUT_MS = 660_000;

/** A depth that `JSON.stringify` can handle. */
const MOST_LEVELS = 2_000;
const TOO_DEEP = "The tool returned a result that is nested too deeply to be shown.";

const MISSING_CAPABILITY = -32021;
const NO_USER = "The server asked a question, and no user can answer it here.";

/** Calls a tool, as a task if it has to be or is wanted to be. Its questions go to the inbox of the connection. Never rejects. */
export async function callTool(
  { client, tasks }: Connection,
  tool: Tool,
  args: ToolArguments,
  { signal, onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, meta, asTask }: CallToolOptions,
): Promise<CallOutcome> {
  try {
    const support = taskSupportOf(client, tool);
    const isTask = support === "required" || (asTask && support === "optional");
    const task = tasks.parameter(({ message }) => {
      if (message !== undefined) onProgress({ progress: 0, message });
    });
    const result = await client.callTool(
      { name: tool.name, arguments: args, ...(meta && { _meta: meta }), ...(isTask && { task }) },
      // Requesting progress makes servers wait longer, and each notification resets the time-out.
      { signal, onprogress: onProgress, timeout: timeoutMs, resetTimeoutOnProgress: true },
    );
    return isDeeperThan(MOST_LEVELS, result)
      ? { error: { message: TOO_DEEP } }
      : { result: result as CallToolResult };
  } catch (error) {
    return { error: describe(error) };
  }
}

function describe(error: unknown): CallError {
  if (!(error instanceof Error)) return { message: safeLine(String(error)) };
  const { code } = error as { readonly code?: unknown };
  if (code === NoAnswererError.code) return { code, message: NO_USER, docs: docsOf(error) };
  const known = typeof code === "number" || typeof code === "string" ? code : undefined;
  const needed = member(member(error, "data"), "requiredCapabilities");
  return {
    code: known,
    message: safeLine(readableMessage(error), 2_000),
    docs: docsOf(error),
    ...(code === MISSING_CAPABILITY &&
      isObject(member(needed, "elicitation")) && { hadToAsk: true }),
  };
}
