import {
  type Client,
  type GetPromptRequest,
  LOG_LEVEL_META_KEY,
} from "@modelcontextprotocol/client";
import type { CallContext } from "../../calls/run-call.js";
import type { CallKind, LogLevel } from "../../views/api-types.js";

/** A call to send. */
export interface CallToSend {
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The level of the log messages to send with it; `undefined` for the server's default. */
  readonly logLevel: LogLevel | undefined;
  /** How long it may take without progress, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** Longer than a question stays open, which is 10 minutes at most. */
const CALL_MS = 15 * 60_000;

/** Calls a tool, gets a prompt or reads a resource. */
export async function sendCall(
  client: Client,
  { kind, name, arguments: args, logLevel, timeoutMs = CALL_MS }: CallToSend,
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
  const meta = isModern && logLevel ? { _meta: { [LOG_LEVEL_META_KEY]: logLevel } } : {};
  switch (kind) {
    case "tool":
      return client.callTool({ name, arguments: args, ...meta }, options);
    case "prompt": {
      const given = args as GetPromptRequest["params"]["arguments"];
      return client.getPrompt({ name, arguments: given, ...meta }, options);
    }
    case "resource":
      return client.readResource({ uri: name, ...meta }, { ...options, cacheMode: "bypass" });
  }
}
