import type {
  CallToolResult,
  Implementation,
  Progress,
  StreamableHTTPClientTransportOptions,
  Tool,
} from "@modelcontextprotocol/client";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createInbox } from "../../client/index.js";
import type { Inbox, InboxOptions, InboxSnapshot, ResumedCall } from "../../client/index.js";
import { NotConnectedError } from "../errors.js";
import { openWindow } from "../../client/open-window.js";
import type { McpConnection, McpProtocolVersion } from "./mcp-connection.js";
import { useInboxSnapshot } from "./use-elicitations.js";
import { isUrl } from "../../internal/is-url.js";

/** Options of {@link useMcp}. A change of `url`, `server`, `protocolVersion` or `inbox` reconnects. */
export interface UseMcpOptions {
  /** The URL of the server's Streamable HTTP endpoint; may be relative to the page's origin. */
  readonly url: string;
  /** The host's name for the server, shown with every question. Default: the host of `url`. */
  readonly server?: string | undefined;
  /** Answers in place of a UI; only the first value is used. Without it, render an {@link ElicitationProvider}. */
  readonly onElicitation?: InboxOptions["onElicitation"];
  /**
   * An inbox shared with other connections, or with options of its own, such as `urlSafety.domains`; pass the same object
   * on every render. Default: a new inbox that opens links with {@link openWindow}.
   */
  readonly inbox?: Inbox | undefined;
  /**
   * Who starts the calls: a `model`, or the `user` by hand. Limits on questions do not apply to calls of the user, and the
   * focus goes to their questions. Read when connecting. Default `model`.
   */
  readonly startedBy?: "model" | "user" | undefined;
  /** The name and version that this host sends to servers. Default: `midcall-react`. */
  readonly clientInfo?: Implementation | undefined;
  /** Default `auto`: the newest protocol version that both sides support. */
  readonly protocolVersion?: McpProtocolVersion | undefined;
  /** Options of the transport, such as headers and authorization; read when connecting. */
  readonly transportOptions?: StreamableHTTPClientTransportOptions | undefined;
  /** Called with the calls that were resumed after a reload, if the inbox has a `persistence`. */
  readonly onResume?: ((calls: readonly ResumedCall[]) => void) | undefined;
}

/** Options of one call. */
export interface CallToolOptions {
  /** Cancels the call and withdraws its question. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress of the call. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The connection returned by {@link useMcp}. */
export interface UsedMcp {
  /** `closed` after `disconnect`, and on 2025 also when the stream of a call or the session is lost permanently. */
  readonly state: "connecting" | "ready" | "failed" | "closed";
  /** Why the state is `failed`. */
  readonly error: Error | undefined;
  /** The server's tools, updated when the server reports a change. */
  readonly tools: readonly Tool[];
  /**
   * Calls a tool; the user answers its questions. Ends with the connection.
   *
   * Rejects with NotConnectedError unless the state is `ready`.
   */
  readonly callTool: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallToolOptions,
  ) => Promise<CallToolResult>;
  /** The inbox, for the {@link ElicitationProvider}. */
  readonly inbox: Inbox;
  /** The open questions of all servers of the inbox. */
  readonly questions: InboxSnapshot;
  /** Connects again, from any state. */
  readonly reconnect: () => void;
  /** Closes the connection and ends its calls and questions. */
  readonly disconnect: () => void;
}

const OPTIONS: OptionKinds<UseMcpOptions> = {
  url: "string",
  server: "string",
  onElicitation: "function",
  inbox: "object",
  startedBy: { oneOf: ["model", "user"] },
  clientInfo: "object",
  protocolVersion: "any",
  transportOptions: "object",
  onResume: "function",
};

const NO_TOOLS: readonly Tool[] = [];
/** The host of a URL. During server-side rendering there is no `location` to resolve a relative one. */
function hostOf(url: string): string {
  const page = globalThis.location?.href;
  return isUrl(url, page) ? new URL(url, page).host : url;
}

/**
 * Connects a component to an MCP server over HTTP while it is rendered. The SDK (`@modelcontextprotocol/client`) is
 * loaded on demand.
 *
 * To answer questions, pass `onElicitation`, or wrap the rendered elements in an {@link ElicitationProvider} with the
 * returned `inbox`, from the first render on.
 *
 * @param options - the URL of the server, its name, and how questions are answered
 * @returns the state of the connection, the tools, and the functions to call them, reconnect and disconnect
 *
 * @example
 * ```tsx
 * function Tools() {
 *   const { state, tools, callTool, inbox } = useMcp({ url: "https://mcp.example.com/mcp" });
 *   return (
 *     <ElicitationProvider inbox={inbox}>
 *       {tools.map(({ name }) => (
 *         <button key={name} disabled={state !== "ready"} onClick={() => callTool(name)}>
 *           {name}
 *         </button>
 *       ))}
 *       <ElicitationDialog />
 *     </ElicitationProvider>
 *   );
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function useMcp(options: UseMcpOptions): UsedMcp {
  assertOptions("useMcp", options, OPTIONS);
  const { url, protocolVersion = "auto", inbox: given } = options;
  const { server = hostOf(url) } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const inbox = useMemo(
    () => given ?? createInbox({ onElicitation: latest.current.onElicitation, open: openWindow }),
    [given],
  );
  const questions = useInboxSnapshot(inbox);
  const [connection, setConnection] = useState<McpConnection>({ state: "connecting" });
  const [attempt, setAttempt] = useState(0);
  const closing = useRef<AbortController>(null);

  useEffect(() => {
    const abort = new AbortController();
    closing.current = abort;
    setConnection({ state: "connecting" });
    const target = { ...latest.current, url, server, protocolVersion };
    // Loaded with the first connection, like the SDK.
    void import("./mcp-connection.js").then(
      ({ connectMcp }) => connectMcp(target, inbox, setConnection, abort.signal),
      (error: Error) => abort.signal.aborted || setConnection({ state: "failed", error }),
    );
    return () => abort.abort();
  }, [url, server, protocolVersion, inbox, attempt]);

  const callTool = useCallback<UsedMcp["callTool"]>(
    async (name, args, callOptions = {}) => {
      assertOptions<CallToolOptions>("callTool", callOptions, {
        signal: "object",
        onProgress: "function",
      });
      const { signal, onProgress } = callOptions;
      if (connection.state !== "ready") throw new NotConnectedError(connection.state);
      // A question ends with the connection it arrived on.
      const both = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
      return connection.client.callTool(
        { name, ...(args && { arguments: { ...args } }) },
        { signal: both, ...(onProgress && { onprogress: onProgress }) },
      );
    },
    [connection],
  );
  const reconnect = useCallback(() => setAttempt((count) => count + 1), []);
  const disconnect = useCallback(() => {
    closing.current?.abort();
    setConnection({ state: "closed" });
  }, []);

  const { state, error, tools = NO_TOOLS } = connection;
  return { state, error, tools, callTool, inbox, questions, reconnect, disconnect };
}
