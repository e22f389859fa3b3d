import type { HostCapabilities } from "./capabilities.js";
import type { HostOverride, Mode } from "./overrides.js";
import { isInRange } from "./version-range.js";

/** The overrides that are about this host, and about this mode. */
export function overridesOf(
  host: HostCapabilities,
  mode: Mode,
  overrides: readonly HostOverride[],
): readonly HostOverride[] {
  return overrides.filter(
    (one) =>
      one.name === host.name &&
      (one.mode === undefined || one.mode === mode) &&
      (one.protocolVersions === undefined || one.protocolVersions.includes(host.protocolVersion)) &&
      (one.versions === undefined || isInRange(host.version, one.versions)),
  );
}
