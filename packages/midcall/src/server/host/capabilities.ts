import { APP_EXTENSION, APP_MIME_TYPE } from "../../contracts/app.js";
import { DELIBERATE } from "../../contracts/no-answer.js";
import type { HostOverride } from "./overrides.js";
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
  /** Whether the host renders views (the MCP Apps extension). */
  readonly app: boolean;
  /** Whether the host has forms shown by a view of the server's (SEP-3118, experimental). */
  readonly appElicitation: boolean;
  /** Whether it says that no answer of it is an accident, however fast it comes. */
  readonly isDeliberate: boolean;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The modes that the host declares and is known not to have, which are therefore off. */
  readonly falselyDeclared?: { readonly form?: HostOverride; readonly url?: HostOverride };
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/**
 * The host of a 2025 session, as it introduced itself in the handshake. A stateless 2025 request had no handshake, and a
 * request sent in return is never answered: such a host can show nothing.
 *
 * @param negotiated - the protocol version of the session
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
 */
export function hostOfSession(
  negotiated: string = "",
  capabilities: unknown,
  info: unknown,
): HostCapabilities {
  const protocolVersion = negotiated >= "2025-11-25" ? "2025-11-25" : "2025-06-18";
  const read = host("serverRequest", protocolVersion, capabilities, info);
  return { ...read, reachable: object(capabilities) !== undefined };
}

/**
 * Whether the host declares that it renders views.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps
 */
function rendersApps(extension: Record<string, unknown> | undefined): boolean {
  const types = extension?.["mimeTypes"];
  return Array.isArray(types) && types.includes(APP_MIME_TYPE);
}

/** A host from the capabilities and the name that it declares, neither of which is checked yet. */
export function host(
  strategy: HostCapabilities["strategy"],
  protocolVersion: ProtocolVersion,
  capabilities: unknown,
  info: unknown,
): HostCapabilities {
  const declared = object(object(capabilities)?.["elicitation"]);
  const { name, version } = object(info) ?? {};
  const form = object(declared?.["form"]) !== undefined;
  const url = object(declared?.["url"]) !== undefined;
  const extension = object(object(object(capabilities)?.["extensions"])?.[APP_EXTENSION]);
  const app = rendersApps(extension);
  return {
    strategy,
    protocolVersion,
    reachable: true,
    // An empty declaration is that of the oldest version, and means forms.
    form: form || (declared !== undefined && !url),
    // URL mode was introduced with 2025-11-25.
    url: url && protocolVersion !== "2025-06-18",
    app,
    appElicitation: app && form && object(extension?.["elicitation"]) !== undefined,
    isDeliberate:
      object(object(object(capabilities)?.["experimental"])?.[DELIBERATE]) !== undefined,
    name: typeof name === "string" ? name : undefined,
    version: typeof version === "string" ? version : undefined,
  };
}
