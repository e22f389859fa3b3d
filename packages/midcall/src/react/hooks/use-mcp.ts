import type {
  CallToolResult,
  Implementation,
  Progress,
  StreamableHTTPClientTransportOptions,
  Tool,
} from "@modelcontextprotocol/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createInbox } from "../../client/index.js";
import type { Inbox, InboxOptions, InboxSnapshot, ResumedCall } from "../../client/index.js";
import { NotConnectedError } from "../errors.js";
import { connectMcp, type McpConnection, type McpProtocolVersion } from "./mcp-connection.js";
import { useInboxSnapshot } from "./use-elicitations.js";

/** Options of {@link useMcp}. A change of `url`, `server`, `protocolVersion` or `inbox` connects again. */
export interface UseMcpOptions {
  /** Of the server's streamable HTTP endpoint; one without a host is on the page's own. */
  readonly url: string;
  /** What this host calls the server; people see it with every question. Default: the host of `url`. */
  readonly server?: string | undefined;
  /** Answers in place of a UI; read once. Without it, render an {@link ElicitationProvider}. */
  readonly onElicitation?: InboxOptions["onElicitation"];
  /** An inbox shared with other connections; keep it the same. Default: one of its own. */
  readonly inbox?: Inbox | undefined;
  /** What this host tells servers it is. Default: `midcall-react`. */
  readonly clientInfo?: Implementation | undefined;
  /** Default `auto`: the newest protocol version both know. */
  readonly protocolVersion?: McpProtocolVersion | undefined;
  /** Headers, authorization and similar; read when a connection is made. */
  readonly transportOptions?: StreamableHTTPClientTransportOptions | undefined;
  /** Gets the calls that go on after a reload, where the inbox has a `persistence`. */
  readonly onResume?: ((calls: readonly ResumedCall[]) => void) | undefined;
}

/** Options of one call. */
export interface CallToolOptions {
  /** Cancels the call, and withdraws its question. */
  readonly signal?: AbortSignal | undefined;
  /** Told of the call's progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A connection to a server. */
export interface UsedMcp {
  /** `closed` after `disconnect`, and on 2025 where the stream of a call or the session is lost for good. */
  readonly state: "connecting" | "ready" | "failed" | "closed";
  /** Why the state is `failed`. */
  readonly error: Error | undefined;
  /** Kept up to date while the server tells of changes. */
  readonly tools: readonly Tool[];
  /**
   * Calls a tool, and has the person answer what it asks. Ends with the connection.
   *
   * Rejects with NotConnectedError unless the state is `ready`.
   */
  readonly callTool: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallToolOptions,
  ) => Promise<CallToolResult>;
  /** For the {@link ElicitationProvider}. */
  readonly inbox: Inbox;
  /** What is asked at the moment, by this server or another one of the inbox. */
  readonly questions: InboxSnapshot;
  /** Connects again, from whatever state. */
  readonly reconnect: () => void;
  /** Ends the connection, and the calls and questions on it. */
  readonly disconnect: () => void;
}

const NO_TOOLS: readonly Tool[] = [];
/** While a page is rendered on a server it has no address. */
function hostOf(url: string): string {
  const page = globalThis.location?.href;
  return URL.canParse(url, page) ? new URL(url, page).host : url;
}
const openTab = (url: string): unknown => window.open(url, "_blank", "noopener,noreferrer");

/**
 * Connects a component with an MCP server over HTTP, for as long as it is rendered. The SDK
 * (`@modelcontextprotocol/client`) is loaded when it is needed.
 *
 * Questions need somebody to answer: pass `onElicitation`, or wrap what is rendered in an
 * {@link ElicitationProvider} with the returned `inbox`, from the first rendering on.
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
  const { url, protocolVersion = "auto", inbox: given } = options;
  const { server = hostOf(url) } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const inbox = useMemo(
    () => given ?? createInbox({ onElicitation: latest.current.onElicitation, open: openTab }),
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
    void connectMcp(
      { ...latest.current, url, server, protocolVersion },
      inbox,
      setConnection,
      abort.signal,
    );
    return () => abort.abort();
  }, [url, server, protocolVersion, inbox, attempt]);

  const callTool = useCallback<UsedMcp["callTool"]>(
    async (name, args, { signal, onProgress } = {}) => {
      if (connection.state !== "ready") throw new NotConnectedError(connection.state);
      // A question does not outlive the connection it came through.
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
