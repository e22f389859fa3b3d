import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ProtocolVersion } from "../../schema/versions/to-version.js";

/** The host behind a request: how it is asked, and what it can show. */
export interface HostCapabilities {
  /** `multiRoundTrip`: asked by returning `input_required`. `serverRequest`: asked by a request of the server's. */
  readonly strategy: "multiRoundTrip" | "serverRequest";
  /** The protocol version that determines what a question may look like. */
  readonly protocolVersion: ProtocolVersion;
  /**
   * Whether the response to a request of the server's can come back: false for a 2025 request that is served without its
   * handshake, as over stateless HTTP.
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
 * A stateless 2025 request had no handshake, and a request sent in return is never answered: such a host can show nothing.
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
  strategy: HostCapabilities["strategy"],
  protocolVersion: ProtocolVersion,
  capabilities: Record<string, unknown> | undefined,
  info: Record<string, unknown> | undefined,
): HostCapabilities {
  const declared = object(capabilities?.["elicitation"]);
  const form = object(declared?.["form"]) !== undefined;
  const url = object(declared?.["url"]) !== undefined;
  return {
    strategy,
    protocolVersion: protocolVersion,
    reachable: true,
    // An empty declaration is that of the oldest version, and means forms.
    form: form || (declared !== undefined && !url),
    // URL mode was introduced with 2025-11-25.
    url: url && protocolVersion !== "2025-06-18",
    name: typeof info?.["name"] === "string" ? info["name"] : undefined,
    version: typeof info?.["version"] === "string" ? info["version"] : undefined,
  };
}
