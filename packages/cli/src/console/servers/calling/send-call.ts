import { type GetPromptRequest, LOG_LEVEL_META_KEY } from "@modelcontextprotocol/client";
import type { Connection } from "../../../connect/connection.js";
import type { RequestMeta } from "../../../connect/request-meta.js";
import type { TaskState } from "../../../connect/tasks/task-state.js";
import type { CallContext } from "../../calls/run-call.js";
import type { CallKind, LogLevel } from "../../views/api-types.js";

/** A call to send. */
export interface CallToSend {
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly meta?: RequestMeta | undefined;
  /** The level of the log messages to send with it; `undefined` for the server's default. */
  readonly logLevel: LogLevel | undefined;
  /** How long it may take without progress, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** For a tool: calls it as a task of 2025-11-25, and receives every state of the task. */
  readonly onTask?: ((task: TaskState) => void) | undefined;
}

/** Longer than a question stays open, which is 10 minutes at most. */
const CALL_MS = 15 * 60_000;

/** Calls a tool, gets a prompt or reads a resource. */
export async function sendCall(
  { client, tasks }: Pick<Connection, "client" | "tasks">,
  { kind, name, arguments: args, meta: given, logLevel, timeoutMs = CALL_MS, onTask }: CallToSend,
  { signal, onProgress }: CallContext,
): Promise<unknown> {
  const options = {
    signal,
    onprogress: onProgress,
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
  };
  const isModern = client.getProtocolEra() === "modern";
  // On 2026-07-28 the level is part of each request.
  const level = isModern && logLevel ? { [LOG_LEVEL_META_KEY]: logLevel } : undefined;
  const meta = given || level ? { _meta: { ...given, ...level } } : {};
  switch (kind) {
    case "tool": {
      const task = onTask && { task: tasks.parameter(onTask) };
      return client.callTool({ name, arguments: args, ...meta, ...task }, options);
    }
    case "prompt": {
      const texts = args as GetPromptRequest["params"]["arguments"];
      return client.getPrompt({ name, arguments: texts, ...meta }, options);
    }
    case "resource":
      return client.readResource({ uri: name, ...meta }, { ...options, cacheMode: "bypass" });
  }
}
