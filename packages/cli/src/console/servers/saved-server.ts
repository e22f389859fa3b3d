import { isObject } from "../../json.js";
import {
  isProtocolVersionChoice,
  type ProtocolVersionChoice,
} from "../../connect/protocol-version.js";
import type { Target } from "../../connect/target.js";

/** A server as it is saved in `servers.json`. */
export interface SavedServer {
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
}

/** The maximum number of servers. */
export const MOST_SERVERS = 50;

/** Parses the servers an earlier run has saved; invalid ones are skipped. */
export function readSavedServers(value: unknown): SavedServer[] {
  if (!Array.isArray(value)) return [];
  const found: SavedServer[] = [];
  for (const item of value.slice(0, MOST_SERVERS)) {
    if (!isObject(item) || !isTarget(item["target"])) continue;
    const { id, name, target, protocolVersion } = item;
    if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id) || typeof name !== "string") continue;
    if (name === "" || found.some((other) => other.id === id || other.name === name)) continue;
    const version = String(protocolVersion);
    found.push({
      id,
      name,
      target,
      protocolVersion: isProtocolVersionChoice(version) ? version : "auto",
    });
  }
  return found;
}

function isTarget(value: unknown): value is Target {
  if (!isObject(value)) return false;
  const { kind, command, args, url } = value;
  return kind === "url"
    ? typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url)
    : kind === "command" &&
        typeof command === "string" &&
        Array.isArray(args) &&
        args.every((arg) => typeof arg === "string");
}
