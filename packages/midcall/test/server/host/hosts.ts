import type { HostCapabilities } from "../../../src/server/host/capabilities.js";

/** A host that declares both modes on 2025-11-25. */
export function hostNamed(name: string, more: Partial<HostCapabilities> = {}): HostCapabilities {
  const strategy = more.protocolVersion === "2026-07-28" ? "multiRoundTrip" : "serverRequest";
  return {
    strategy,
    protocolVersion: "2025-11-25",
    reachable: true,
    form: true,
    url: true,
    app: false,
    appElicitation: false,
    isDeliberate: false,
    name,
    version: "1.0.0",
    ...more,
  };
}
