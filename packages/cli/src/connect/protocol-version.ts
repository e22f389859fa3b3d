/** A protocol version that supports elicitation. */
export type ProtocolVersion = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** Every protocol version that supports elicitation, oldest first. */
export const PROTOCOL_VERSIONS: readonly ProtocolVersion[] = [
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];

/** A value of `--protocol-version`; `auto` is the newest version that both sides support. */
export type ProtocolVersionChoice = "auto" | ProtocolVersion;

/** Whether a word is a value of `--protocol-version`. */
export function isProtocolVersionChoice(word: string): word is ProtocolVersionChoice {
  return word === "auto" || PROTOCOL_VERSIONS.some((protocolVersion) => protocolVersion === word);
}
