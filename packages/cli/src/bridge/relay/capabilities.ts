import { isMembers, type Members, type Request } from "./messages.js";

/** The modes of elicitation that a host can show. */
export interface Modes {
  readonly form: boolean;
  readonly url: boolean;
}

export const NO_MODES: Modes = { form: false, url: false };

const ENVELOPE = "io.modelcontextprotocol/clientCapabilities";

/**
 * The modes that a host declares. `{}` stands for forms.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
 */
function modesOf(capabilities: unknown): Modes {
  const declared = isMembers(capabilities) ? capabilities["elicitation"] : undefined;
  if (!isMembers(declared)) return NO_MODES;
  const url = isMembers(declared["url"]);
  return { form: isMembers(declared["form"]) || !url, url };
}

function withElicitation(capabilities: unknown): Members {
  const given = isMembers(capabilities) ? capabilities : {};
  const declared = isMembers(given["elicitation"]) ? given["elicitation"] : {};
  return { ...given, elicitation: { form: {}, url: {}, ...declared } };
}

/** A request for the server, and what its host declares in it. */
export interface Declared {
  readonly request: Request;
  /** `undefined` for a request that declares nothing. */
  readonly modes: Modes | undefined;
  /** Whether it declares its capabilities itself, as every request does from 2026-07-28 on. */
  readonly isModern: boolean;
}

/** Declares elicitation in every request that declares capabilities: what the host cannot show, the bridge asks. */
export function declareElicitation(request: Request): Declared {
  const { method, params = {} } = request;
  if (method === "initialize") {
    const capabilities = withElicitation(params["capabilities"]);
    return {
      request: { ...request, params: { ...params, capabilities } },
      modes: modesOf(params["capabilities"]),
      isModern: false,
    };
  }
  const meta = params["_meta"];
  if (!isMembers(meta) || !isMembers(meta[ENVELOPE]))
    return { request, modes: undefined, isModern: false };
  const _meta = { ...meta, [ENVELOPE]: withElicitation(meta[ENVELOPE]) };
  return {
    request: { ...request, params: { ...params, _meta } },
    modes: modesOf(meta[ENVELOPE]),
    isModern: true,
  };
}
