import { isAbsolute } from "node:path";
import { isObject } from "../../json.js";
import {
  isProtocolVersionChoice,
  type ProtocolVersionChoice,
} from "../../connect/protocol-version.js";
import type { Target } from "../../connect/target.js";
import { readSavedRoots } from "../requests/roots.js";
import type { LogLevel, RootView } from "../views/api-types.js";
import { LOG_LEVELS } from "./logs/server-log.js";
import { isUrl } from "../../is-url.js";

/** A server as it is saved in `servers.json`. */
export interface SavedServer {
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  /** The target for the user: `${NAME}` in the place of each value that was taken from the user's environment. */
  readonly shown?: Target | undefined;
  readonly protocolVersion: ProtocolVersionChoice;
  /**
   * The directory that its program is started in; absolute. Absent for a URL, and in files of earlier versions: then it is
   * that of the console.
   */
  readonly cwd?: string | undefined;
  /** How long a call may take, in milliseconds; absent for the default. */
  readonly timeoutMs?: number | undefined;
  /** The roots that the user names to it; absent until the user has been asked. */
  readonly roots?: readonly RootView[] | undefined;
  /** The level of its log messages; absent for its own default. */
  readonly logLevel?: LogLevel | undefined;
  /** Whether questions that a limit holds back are shown without being asked for. */
  readonly showAll?: boolean | undefined;
}

/**
 * The directory that a new server is started in, by default that of the console. It is a part of what the server is: the
 * same command is another program elsewhere. `undefined` for a URL.
 */
export const folderOf = (target: Target, cwd: string | undefined): string | undefined =>
  target.kind === "command" ? (cwd ?? process.cwd()) : undefined;

/** A day, which is below the limit of a timer. */
const LONGEST_TIMEOUT_MS = 86_400_000;

/** The maximum number of servers. */
export const MOST_SERVERS = 50;

/** Whether a value is a time limit, in milliseconds. */
export const isTimeout = (value: unknown): value is number =>
  typeof value === "number" && value >= 1_000 && value <= LONGEST_TIMEOUT_MS;

/** Parses the servers an earlier run has saved; invalid ones are skipped. */
export function readSavedServers(value: unknown): SavedServer[] {
  if (!Array.isArray(value)) return [];
  const found: SavedServer[] = [];
  for (const item of value.slice(0, MOST_SERVERS)) {
    if (!isObject(item) || !isTarget(item["target"])) continue;
    const { id, name, target, shown, protocolVersion, cwd, timeoutMs, roots, logLevel, showAll } =
      item;
    if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id) || typeof name !== "string") continue;
    if (name === "" || found.some((other) => other.id === id || other.name === name)) continue;
    const version = String(protocolVersion);
    found.push({
      id,
      name,
      target,
      shown: isTarget(shown) && shown.kind === target.kind ? shown : undefined,
      protocolVersion: isProtocolVersionChoice(version) ? version : "auto",
      cwd: typeof cwd === "string" && isAbsolute(cwd) && !cwd.includes("\0") ? cwd : undefined,
      timeoutMs: isTimeout(timeoutMs) ? timeoutMs : undefined,
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
    ? typeof url === "string" && /^https?:/i.test(url) && isUrl(url)
    : kind === "command" &&
        typeof command === "string" &&
        Array.isArray(args) &&
        args.every((arg) => typeof arg === "string");
}
