import { isMembers, type Members, type Outcome } from "../wire/messages.js";
import { MODERN, SERVER_INFO } from "./envelope.js";

/** The results that a host may keep for a while, if it is told for how long. */
const CACHEABLE = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
/** The code of 2025 for a resource that does not exist, and that of 2026-07-28. */
const NOT_FOUND = -32_002;
const INVALID_PARAMS = -32_602;

/** What nobody may keep: servers of 2025 do not say how long their results are true. */
const NOT_KEPT = { ttlMs: 0, cacheScope: "private" } as const;

/** A response of a server of 2025 with what 2026-07-28 requires in it. */
export function asModernResult(
  method: string,
  { result, error, ...rest }: Outcome,
  initialized: Members,
): Outcome {
  if (error !== undefined) {
    const isMissing = method === "resources/read" && error.code === NOT_FOUND;
    return { ...rest, error: isMissing ? { ...error, code: INVALID_PARAMS } : error };
  }
  const meta = isMembers(result?.["_meta"]) ? result["_meta"] : {};
  return {
    ...rest,
    result: {
      resultType: "complete",
      ...(CACHEABLE.has(method) && NOT_KEPT),
      ...result,
      _meta: { ...serverInfoIn(initialized), ...meta },
    },
  };
}

/** The result of `server/discover` for a server that has a handshake. */
export function discoverResult(initialized: Members): Members {
  const { capabilities, instructions } = initialized;
  return {
    resultType: "complete",
    supportedVersions: [MODERN],
    capabilities: isMembers(capabilities) ? capabilities : {},
    ...(typeof instructions === "string" && { instructions }),
    ...NOT_KEPT,
    _meta: serverInfoIn(initialized),
  };
}

function serverInfoIn({ serverInfo }: Members): Members {
  return isMembers(serverInfo) ? { [SERVER_INFO]: serverInfo } : {};
}
