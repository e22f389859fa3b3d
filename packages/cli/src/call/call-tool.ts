import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Connection } from "../connect/connect-server.js";
import { readableMessage } from "../connect/error-message.js";
import { isDeeperThan } from "../nesting.js";
import { safeLine } from "../safe-text.js";
import type { ToolArguments } from "./arguments/arguments.js";
import type { Progress } from "./report/progress.js";

/** What came of a call. */
export type CallOutcome =
  | { readonly result: CallToolResult }
  | { readonly error: { readonly code?: number | string | undefined; readonly message: string } };

export interface CallToolOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly timeoutMs?: number | undefined;
}

/** As long as a question may be looked at, and a minute for the work around it. */
const PATIENCE_MS = 660_000;

/** What can be written as JSON for sure. */
const MOST_LEVELS = 2_000;
const TOO_DEEP = "The tool answered, but its result is nested too deep to be shown.";

/** Calls a tool; its questions go to the inbox the connection was made with. Never rejects. */
export async function callTool(
  { client }: Connection,
  name: string,
  args: ToolArguments,
  { signal, onProgress, timeoutMs = PATIENCE_MS }: CallToolOptions,
): Promise<CallOutcome> {
  try {
    const result = await client.callTool(
      { name, arguments: args },
      // Progress asked for makes servers wait longer, and each bit of it counts as a sign of life.
      { signal, onprogress: onProgress, timeout: timeoutMs, resetTimeoutOnProgress: true },
    );
    return isDeeperThan(MOST_LEVELS, result)
      ? { error: { message: TOO_DEEP } }
      : { result: result as CallToolResult };
  } catch (error) {
    return { error: describe(error) };
  }
}

function describe(error: unknown): { code?: number | string | undefined; message: string } {
  if (!(error instanceof Error)) return { message: safeLine(String(error)) };
  const { code } = error as { readonly code?: unknown };
  const known = typeof code === "number" || typeof code === "string" ? code : undefined;
  return { code: known, message: safeLine(readableMessage(error), 2_000) };
}
