import type { HostCapabilities } from "./capabilities.js";

/** A host that declares a capability it does not have. */
export interface HostOverride {
  /** The host's `clientInfo.name`, exactly. */
  readonly name: string;
  /** Only versions that start with this, such as `"1."`. Default: every version. */
  readonly version?: string;
  /** A decline that arrives faster than this many milliseconds was made by the host and not by a user. */
  readonly autoDeclineMs: number;
}

/**
 * Hosts that are known to declare forms but to decline by themselves without showing one, in some of their editions (an
 * extension, a desktop app, a headless run) that have the same name as one that asks. No user reads a question and
 * declines within a quarter of a second, so the edition that asks is not affected. The list only turns a decline that no
 * user made into `unanswered`; it never makes an accept.
 */
export const knownHosts: readonly HostOverride[] = [
  { name: "claude-ai", autoDeclineMs: 250 },
  { name: "claude-code", autoDeclineMs: 250 },
  { name: "codex-mcp-client", autoDeclineMs: 250 },
];

/** How fast a decline from this host must be to count as the host's own, in milliseconds; `undefined`: every decline is the user's. */
export function autoDeclineMs(
  host: HostCapabilities,
  overrides: readonly HostOverride[],
  always: number | undefined,
): number | undefined {
  if (always !== undefined) return always;
  return overrides.find(
    ({ name, version }) =>
      name === host.name && (version === undefined || host.version?.startsWith(version) === true),
  )?.autoDeclineMs;
}
