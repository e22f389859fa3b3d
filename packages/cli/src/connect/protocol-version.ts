/** A protocol version that has a way of its own to ask a person. */
export type ProtocolVersion = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** Every such protocol version, oldest first. */
export const PROTOCOL_VERSIONS: readonly ProtocolVersion[] = [
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];

/** What `--protocol-version` takes: one of them, or whichever the server speaks best. */
export type ProtocolVersionChoice = "auto" | ProtocolVersion;

/** Whether a word names one. */
export function isProtocolVersionChoice(word: string): word is ProtocolVersionChoice {
  return word === "auto" || PROTOCOL_VERSIONS.some((protocolVersion) => protocolVersion === word);
}
