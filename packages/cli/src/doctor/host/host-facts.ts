import { isObject, member } from "../../json.js";
import { safeLine } from "../../safe-text.js";

/** The protocol versions that the doctor speaks. */
export const VERSIONS = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type ProtocolVersion = (typeof VERSIONS)[number];

/** What a host says of itself. */
export interface HostFacts {
  readonly name: string;
  readonly version: string | undefined;
  readonly protocolVersion: ProtocolVersion;
  /** The modes that it declares. */
  readonly form: boolean;
  readonly url: boolean;
  /** Whether it declares that it renders views (MCP Apps). */
  readonly views: boolean;
}

const LONGEST_NAME = 200;

const line = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? safeLine(value, LONGEST_NAME) : undefined;

/** Reads what a host declares. A bare `elicitation: {}` is form mode. */
export function readHostFacts(
  protocolVersion: ProtocolVersion,
  clientInfo: unknown,
  capabilities: unknown,
): HostFacts {
  const elicitation = member(capabilities, "elicitation");
  const declares = (mode: string): boolean => isObject(member(elicitation, mode));
  const isBare = isObject(elicitation) && !declares("form") && !declares("url");
  return {
    name: line(member(clientInfo, "name")) ?? "(a host without a name)",
    version: line(member(clientInfo, "version")),
    protocolVersion,
    form: isBare || declares("form"),
    url: protocolVersion !== "2025-06-18" && declares("url"),
    views: isObject(member(member(capabilities, "extensions"), "io.modelcontextprotocol/ui")),
  };
}
