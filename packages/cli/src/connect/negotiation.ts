import type { ClientOptions } from "@modelcontextprotocol/client";
import type { ProtocolVersionChoice } from "./protocol-version.js";

/** A protocol version to negotiate. `legacy` is `auto` for programs that exit when they receive a request of 2026-07-28. */
export type Negotiated = ProtocolVersionChoice | "legacy";

/** How long a program may take for the first request of 2026-07-28 before it is treated as older. */
const PROBE_MS = 15_000;

/** The SDK client's options that make it negotiate this protocol version. */
export function negotiationOptions(
  protocolVersion: Negotiated,
  timeoutMs: number,
): Pick<ClientOptions, "versionNegotiation" | "supportedProtocolVersions"> {
  if (protocolVersion === "legacy") return {};
  const probe = { timeoutMs: Math.min(PROBE_MS, timeoutMs) };
  if (protocolVersion === "auto") return { versionNegotiation: { mode: "auto", probe } };
  return {
    supportedProtocolVersions: [protocolVersion],
    ...(protocolVersion === "2026-07-28" && {
      versionNegotiation: { mode: { pin: protocolVersion } },
    }),
  };
}
