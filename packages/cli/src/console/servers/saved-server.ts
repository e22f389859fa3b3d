import { isObject } from "../../json.js";
import {
  isProtocolVersionChoice,
  type ProtocolVersionChoice,
} from "../../connect/protocol-version.js";
import type { Target } from "../../connect/target.js";
import { readSavedRoots } from "../requests/roots.js";
import type { LogLevel, RootView } from "../views/api-types.js";
import { LOG_LEVELS } from "./logs/server-log.js";

/** A server as it is saved in `servers.json`. */
export interface SavedServer {
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
  /** The roots that the user names to it; absent until the user has been asked. */
  readonly roots?: readonly RootView[] | undefined;
  /** The level of its log messages; absent for its own default. */
  readonly logLevel?: LogLevel | undefined;
  /** Whether questions that a limit holds back are shown without being asked for. */
  readonly showAll?: boolean | undefined;
}

/** The maximum number of servers. */
export const MOST_SERVERS = 50;

/** Parses the servers an earlier run has saved; invalid ones are skipped. */
export function readSavedServers(value: unknown): SavedServer[] {
  if (!Array.isArray(value)) return [];
  const found: SavedServer[] = [];
  for (const item of value.slice(0, MOST_SERVERS)) {
    if (!isObject(item) || !isTarget(item["target"])) continue;
    const { id, name, target, protocolVersion, roots, logLevel, showAll } = item;
    if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id) || typeof name !== "string") continue;
    if (name === "" || found.some((other) => other.id === id || other.name === name)) continue;
    const version = String(protocolVersion);
    found.push({
      id,
      name,
      target,
      protocolVersion: isProtocolVersionChoice(version) ? version : "auto",
      roots: readSavedRoots(roots),
      logLevel: LOG_LEVELS.find((level) => level === logLevel),
      showAll: showAll === true,
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
