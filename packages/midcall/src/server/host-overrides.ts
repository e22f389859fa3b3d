import type { Host } from "./host.js";

/** A host that claims what it does not do. */
export interface HostOverride {
  /** The host's `clientInfo.name`, exactly. */
  readonly name: string;
  /** Only versions that begin so, such as `"1."`. Without it, every version. */
  readonly version?: string;
  /** A decline that comes back faster than this many milliseconds was made by the host, not by a person. */
  readonly autoDeclineMs: number;
}

/**
 * Hosts seen to advertise forms and to decline by themselves without showing one. The list only
 * ever turns a no that no person gave into `unanswered`; it never turns anything into a yes.
 */
export const knownHosts: readonly HostOverride[] = [
  { name: "claude-ai", autoDeclineMs: 250 },
  { name: "claude-vscode", autoDeclineMs: 250 },
  { name: "codex-app-server", autoDeclineMs: 250 },
];

/** How fast a decline from this host has to be to count as the host's own; `undefined`: every decline is a person's. */
export function autoDeclineMs(
  host: Host,
  overrides: readonly HostOverride[],
  always: number | undefined,
): number | undefined {
  if (always !== undefined) return always;
  return overrides.find(
    ({ name, version }) =>
      name === host.name && (version === undefined || host.version?.startsWith(version) === true),
  )?.autoDeclineMs;
}
