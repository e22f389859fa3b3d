import { isMembers, type Members, membersIn, metaOf, type Request } from "../wire/messages.js";

/** The modes of elicitation that a host can show. */
export interface Modes {
  readonly form: boolean;
  readonly url: boolean;
}

export const NO_MODES: Modes = { form: false, url: false };

/** What a request of 2026-07-28 says about its client, in its `_meta`. */
export const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

/** A request for the server, and what its host declares in it. */
export interface Declared {
  readonly request: Request;
  /** `undefined` for a request that declares nothing. */
  readonly modes: Modes | undefined;
  /** Whether it declares its capabilities itself, as every request does from 2026-07-28 on. */
  readonly isModern: boolean;
  /** The host's name for itself. */
  readonly host: HostInfo | undefined;
}

/** How a host introduces itself. */
export interface HostInfo {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly protocolVersion: string | undefined;
}

/**
 * Reads what a host declares, and declares elicitation in its place: what the host cannot show, the bridge asks.
 *
 * @param canAsk - whether the bridge can ask
 */
export function declareElicitation(request: Request, canAsk: boolean): Declared {
  const { method, params = {} } = request;
  if (method === "initialize") {
    const { capabilities, clientInfo, protocolVersion } = params;
    const declared = canAsk ? { capabilities: withElicitation(capabilities) } : {};
    return {
      request: { ...request, params: { ...params, ...declared } },
      modes: modesOf(capabilities),
      isModern: false,
      host: infoOf(clientInfo, protocolVersion),
    };
  }
  const meta = metaOf(params);
  if (!isMembers(meta?.[CLIENT_CAPABILITIES]))
    return { request, modes: undefined, isModern: false, host: undefined };
  const given = meta[CLIENT_CAPABILITIES];
  const _meta = { ...meta, ...(canAsk && { [CLIENT_CAPABILITIES]: withElicitation(given) }) };
  return {
    request: { ...request, params: { ...params, _meta } },
    modes: modesOf(given),
    isModern: true,
    host: infoOf(meta[CLIENT_INFO], meta[PROTOCOL_VERSION]),
  };
}

/**
 * The modes that a host declares. `{}` stands for forms.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
 */
export function modesOf(capabilities: unknown): Modes {
  const declared = isMembers(capabilities) ? capabilities["elicitation"] : undefined;
  if (!isMembers(declared)) return NO_MODES;
  const url = isMembers(declared["url"]);
  return { form: isMembers(declared["form"]) || !url, url };
}

function withElicitation(capabilities: unknown): Members {
  const given = isMembers(capabilities) ? capabilities : {};
  return {
    ...given,
    elicitation: { form: {}, url: {}, ...membersIn(given, "elicitation") },
    // All forms are then on the bridge's own page or in its terminal, where no stray key or click answers.
    ...(!modesOf(given).form && {
      experimental: { ...membersIn(given, "experimental"), "midcall/deliberate": {} },
    }),
  };
}

function infoOf(info: unknown, protocolVersion: unknown): HostInfo {
  const { name, version } = isMembers(info) ? info : {};
  return {
    name: typeof name === "string" ? name : undefined,
    version: typeof version === "string" ? version : undefined,
    protocolVersion: typeof protocolVersion === "string" ? protocolVersion : undefined,
  };
}
