import type { Logger } from "../../logger.js";

/** Shortest pause between two warnings of requests for unknown sessions. */
const WARN_MS = 60_000;

/** Warns, at most once a minute, that requests come for sessions that this process does not have. */
export function createUnknownWarning(logger: Logger, isShared: boolean): () => void {
  let warnedAt = -Infinity;
  return () => {
    // Where sessions are shared, a session that no replica knows has ended.
    if (isShared || performance.now() - warnedAt < WARN_MS) return;
    warnedAt = performance.now();
    logger.warn(
      "midcall: a request came for a session that this process does not have: it has ended, was lost in a restart, or belongs to another replica. " +
        "With several replicas, give all of them the same `secret` and `store`, or route each Mcp-Session-Id to one of them (docs/fleets.md). " +
        "This warning is repeated at most once a minute.",
    );
  };
}
