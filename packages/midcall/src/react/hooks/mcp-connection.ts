import type {
  Client,
  Implementation,
  JSONRPCMessage,
  SdkHttpError,
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
  Tool,
} from "@modelcontextprotocol/client";
import type { Inbox, ResumedCall } from "../../client/index.js";

/** A protocol version; `auto` uses the newest one that the server supports. */
export type McpProtocolVersion = "auto" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** Options of a connection to a server. */
export interface McpConnectionOptions {
  readonly url: string;
  /** The host's name for the server. */
  readonly server: string;
  readonly protocolVersion: McpProtocolVersion;
  readonly startedBy?: "model" | "user" | undefined;
  readonly clientInfo?: Implementation | undefined;
  readonly transportOptions?: StreamableHTTPClientTransportOptions | undefined;
  readonly onResume?: ((calls: readonly ResumedCall[]) => void) | undefined;
}

/** The state of a connection. */
export type McpConnection =
  | { readonly state: "connecting" | "closed"; readonly error?: never; readonly tools?: never }
  | { readonly state: "failed"; readonly error: Error; readonly tools?: never }
  | {
      readonly state: "ready";
      readonly error?: never;
      readonly client: Client;
      readonly tools: readonly Tool[];
      /** Aborted when the connection ends. */
      readonly signal: AbortSignal;
    };

/** Connects the inbox to a server over HTTP until the signal is aborted. Loads the SDK. */
export async function connectMcp(
  options: McpConnectionOptions,
  inbox: Inbox,
  change: (next: McpConnection | ((now: McpConnection) => McpConnection)) => void,
  signal: AbortSignal,
): Promise<void> {
  const { url, server, protocolVersion, clientInfo, startedBy, transportOptions, onResume } =
    options;
  try {
    // Waiting for the import also lets a provider around this component register its UI first.
    const sdk = await import("@modelcontextprotocol/client");
    if (signal.aborted) return;
    const client = new sdk.Client(clientInfo ?? { name: "midcall-react", version: "1.0.0" }, {
      ...(protocolVersion !== "auto" && { supportedProtocolVersions: [protocolVersion] }),
      versionNegotiation: {
        mode:
          protocolVersion === "2026-07-28"
            ? { pin: protocolVersion }
            : protocolVersion === "auto"
              ? protocolVersion
              : "legacy",
      },
      listChanged: {
        tools: {
          onChanged: (error, tools) => {
            if (signal.aborted || error || !tools) return;
            change((now) => (now.state === "ready" ? { ...now, tools } : now));
          },
        },
      },
    });
    const attachment = inbox.attach(client, { server, startedBy });
    const transport = new sdk.StreamableHTTPClientTransport(
      new URL(url, globalThis.location?.href),
      transportOptions,
    );
    client.onclose = () => {
      if (!signal.aborted) change({ state: "closed" });
    };
    // A 2025 server keeps a session for this client. A failure to terminate it is ignored.
    signal.onabort = async () => {
      await transport.terminateSession().catch(() => {});
      await client.close().catch(() => {});
    };
    await client.connect(transport, { signal });
    if (client.getProtocolEra() === "legacy") closeWhenLost(client, transport);
    const { tools } = await client.listTools(undefined, { signal });
    if (signal.aborted) return;
    change({ state: "ready", client, tools, signal });
    if (onResume) onResume(await attachment.resume());
  } catch (error) {
    if (signal.aborted) return;
    change({ state: "failed", error: error instanceof Error ? error : new Error(String(error)) });
  }
}

/**
 * Closes a 2025 client when its session, or the stream of a call, is lost permanently. A call ends with the stream it
 * was sent on, and all calls end with the session; the client does not report either itself.
 */
function closeWhenLost(client: Client, transport: StreamableHTTPClientTransport): void {
  const receive = transport.onmessage!;
  const send = transport.send.bind(transport);
  const unanswered = new Set<unknown>();
  transport.onmessage = (message: Looked) => {
    if (!message.method) unanswered.delete(message.id);
    receive(message as JSONRPCMessage);
  };
  transport.send = (message: Looked, options) => {
    const { id, method, params } = message;
    if (method) unanswered.add(id);
    // A cancelled call gets no response.
    unanswered.delete(params?.requestId);
    return send(message as JSONRPCMessage, {
      ...options,
      onRequestStreamEnd: () => unanswered.has(id) && client.close(),
    }).catch((error: SdkHttpError) => {
      // A response is not sent again, so it would be lost. For an unknown session, servers respond with 400 or 404.
      if (!method || error.status === 404 || /session/i.test(error.message)) void client.close();
      throw error;
    });
  };
}

/** The part of a message that is inspected. */
type Looked = JSONRPCMessage & {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown };
};
