import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ProtocolVersion } from "../../schema/versions/to-version.js";

/** What is known of the host behind a request: how it is spoken to and what it can show. */
export interface HostCapabilities {
  /** `rounds`: asked by returning `input_required`. `push`: asked by a request of our own. */
  readonly strategy: "multiRoundTrip" | "serverRequest";
  /** The protocol version that decides what a question may look like. */
  readonly protocolVersion: ProtocolVersion;
  /**
   * Whether something pushed can come back: false for a 2025 request served without its handshake, which
   * is what stateless HTTP does.
   */
  readonly reachable: boolean;
  readonly form: boolean;
  readonly url: boolean;
  readonly name: string | undefined;
  readonly version: string | undefined;
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/**
 * Reads the host behind a request: from the request itself on 2026-07-28, from the handshake on 2025.
 * A stateless 2025 request had no handshake, and nothing pushed on it is ever answered: it can show nothing.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 */
export function readHostCapabilities(server: McpServer, ctx: ServerContext): HostCapabilities {
  const envelope = object(ctx.mcpReq.envelope);
  if (envelope?.[PROTOCOL_VERSION_META_KEY] !== undefined) {
    const info = object(envelope[CLIENT_INFO_META_KEY]);
    return host(
      "multiRoundTrip",
      "2026-07-28",
      object(envelope[CLIENT_CAPABILITIES_META_KEY]),
      info,
    );
  }
  const negotiated = server.server.getNegotiatedProtocolVersion() ?? "";
  const capabilities = object(server.server.getClientCapabilities());
  const read = host(
    "serverRequest",
    negotiated >= "2025-11-25" ? "2025-11-25" : "2025-06-18",
    capabilities,
    object(server.server.getClientVersion()),
  );
  return { ...read, reachable: capabilities !== undefined };
}

function host(
  style: HostCapabilities["strategy"],
  protocolVersion: ProtocolVersion,
  capabilities: Record<string, unknown> | undefined,
  info: Record<string, unknown> | undefined,
): HostCapabilities {
  const declared = object(capabilities?.["elicitation"]);
  const form = object(declared?.["form"]) !== undefined;
  const url = object(declared?.["url"]) !== undefined;
  return {
    strategy: style,
    protocolVersion: protocolVersion,
    reachable: true,
    // An empty declaration is the oldest one, and means forms.
    form: form || (declared !== undefined && !url),
    // URL mode began with 2025-11-25.
    url: url && protocolVersion !== "2025-06-18",
    name: typeof info?.["name"] === "string" ? info["name"] : undefined,
    version: typeof info?.["version"] === "string" ? info["version"] : undefined,
  };
}
