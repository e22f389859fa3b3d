import type { HostCapabilities } from "./capabilities.js";
import type { HostOverride, Mode } from "./overrides.js";
import { isInRange } from "./version-range.js";

/** Whether an override is about hosts of this name. */
export function isNamed(
  { name }: Pick<HostCapabilities, "name">,
  { name: pattern }: Pick<HostOverride, "name">,
): boolean {
  return pattern.endsWith("*") ? name?.startsWith(pattern.slice(0, -1)) === true : name === pattern;
}

/** The overrides that are about this host, and about this mode. */
export function overridesOf(
  host: HostCapabilities,
  mode: Mode,
  overrides: readonly HostOverride[],
): readonly HostOverride[] {
  return overrides.filter(
    (one) =>
      isNamed(host, one) &&
      (one.mode === undefined || one.mode === mode) &&
      (one.protocolVersions === undefined || one.protocolVersions.includes(host.protocolVersion)) &&
      (one.versions === undefined || isInRange(host.version, one.versions)),
  );
}
