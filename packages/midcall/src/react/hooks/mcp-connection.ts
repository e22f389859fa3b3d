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

/** A protocol version; `auto` takes the newest one the server knows. */
export type McpProtocolVersion = "auto" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** How to reach a server. */
export interface McpConnectionOptions {
  readonly url: string;
  /** What this host calls the server. */
  readonly server: string;
  readonly protocolVersion: McpProtocolVersion;
  readonly clientInfo?: Implementation | undefined;
  readonly transportOptions?: StreamableHTTPClientTransportOptions | undefined;
  readonly onResume?: ((calls: readonly ResumedCall[]) => void) | undefined;
}

/** A connection as it stands. */
export type McpConnection =
  | { readonly state: "connecting" | "closed"; readonly error?: never; readonly tools?: never }
  | { readonly state: "failed"; readonly error: Error; readonly tools?: never }
  | {
      readonly state: "ready";
      readonly error?: never;
      readonly client: Client;
      readonly tools: readonly Tool[];
      /** Aborted when it ends. */
      readonly signal: AbortSignal;
    };

/** Connects the inbox with a server over HTTP, until the signal is aborted. The SDK is loaded here. */
export async function connectMcp(
  options: McpConnectionOptions,
  inbox: Inbox,
  change: (next: McpConnection | ((now: McpConnection) => McpConnection)) => void,
  signal: AbortSignal,
): Promise<void> {
  const { url, server, protocolVersion, clientInfo, transportOptions, onResume } = options;
  try {
    // Also lets a provider around this component say first that there is a UI.
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
    const attachment = inbox.attach(client, { server });
    const transport = new sdk.StreamableHTTPClientTransport(
      new URL(url, globalThis.location?.href),
      transportOptions,
    );
    client.onclose = () => {
      if (!signal.aborted) change({ state: "closed" });
    };
    // A 2025 server holds a session for this client. Whether it hears of the end is not ours to wait for.
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
 * On 2025 a call ends with the stream it was sent on, and all of them with the session. Nothing else tells that one
 * is gone for good.
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
    // A call that was cancelled gets no answer.
    unanswered.delete(params?.requestId);
    return send(message as JSONRPCMessage, {
      ...options,
      onRequestStreamEnd: () => unanswered.has(id) && client.close(),
    }).catch((error: SdkHttpError) => {
      // An answer is not sent a second time. Where the session is not known, servers say so with 400 or 404.
      if (!method || error.status === 404 || /session/i.test(error.message)) void client.close();
      throw error;
    });
  };
}

/** A message, as far as it is looked at. */
type Looked = JSONRPCMessage & {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown };
};
