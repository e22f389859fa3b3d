import type { HostCapabilities } from "./capabilities.js";

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
 * Hosts seen to advertise forms and to decline by themselves without showing one, in some of their
 * editions (an extension, a desktop app, a headless run) that go by the same name as one that asks. No
 * person reads a question and says no within a quarter of a second, so the edition that asks loses
 * nothing. The list only ever turns a no that nobody gave into `unanswered`; it never makes a yes.
 */
export const knownHosts: readonly HostOverride[] = [
  { name: "claude-ai", autoDeclineMs: 250 },
  { name: "claude-code", autoDeclineMs: 250 },
  { name: "codex-mcp-client", autoDeclineMs: 250 },
];

/** How fast a decline from this host has to be to count as the host's own; `undefined`: every decline is a person's. */
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
