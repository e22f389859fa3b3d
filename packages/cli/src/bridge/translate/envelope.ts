import { CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION } from "../relay/capabilities.js";
import { type Members, metaOf } from "../wire/messages.js";

/** The version of 2026. */
export const MODERN = "2026-07-28";
/** The versions of 2025 with elicitation, the newest first. */
export const LEGACY = ["2025-11-25", "2025-06-18"] as const;

export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** What a request of 2026-07-28 says about its client. */
export interface Envelope {
  readonly clientInfo: unknown;
  readonly capabilities: unknown;
  readonly logLevel?: unknown;
}

/** The params of a request with what 2026-07-28 requires in their `_meta`. */
export function withEnvelope(params: Members | undefined, envelope: Envelope): Members {
  const { clientInfo, capabilities, logLevel } = envelope;
  return {
    ...params,
    _meta: {
      ...metaOf(params),
      [PROTOCOL_VERSION]: MODERN,
      ...(clientInfo !== undefined && { [CLIENT_INFO]: clientInfo }),
      [CLIENT_CAPABILITIES]: capabilities ?? {},
      ...(logLevel !== undefined && { [LOG_LEVEL]: logLevel }),
    },
  };
}

/** The params of a request without it, and without what belongs to rounds. */
export function withoutEnvelope(params: Members | undefined): Members | undefined {
  if (params === undefined) return undefined;
  const { _meta, inputResponses: _, requestState: __, ...rest } = params;
  const {
    [PROTOCOL_VERSION]: ___,
    [CLIENT_INFO]: ____,
    [CLIENT_CAPABILITIES]: _____,
    [LOG_LEVEL]: ______,
    ...meta
  } = metaOf(params) ?? {};
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

/** What a request says about its client; `undefined` for a request of 2025. */
export function envelopeOf(params: Members | undefined): Envelope | undefined {
  const meta = metaOf(params);
  if (typeof meta?.[PROTOCOL_VERSION] !== "string") return undefined;
  const { [CLIENT_INFO]: clientInfo, [CLIENT_CAPABILITIES]: capabilities } = meta;
  return { clientInfo, capabilities, logLevel: meta[LOG_LEVEL] };
}
