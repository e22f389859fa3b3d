import type { HeaderMap } from "../../../connect/headers.js";
import type { Target } from "../../../connect/target.js";
import { RequestError } from "../../errors.js";
import type { AddServer, EditableServer, EditServer } from "../../views/api-types.js";
import { parseEnteredTarget } from "../entered-target.js";
import { folderOf, type SavedServer } from "../saved-server.js";
import { readDirectory, readEnvironment, readHeaderValues, readTimeout } from "./entered-values.js";
import { readShownTarget, showTarget } from "./shown-target.js";

/** What the user can change about a server, with its secrets. */
export interface ServerSettings {
  readonly saved: Pick<
    SavedServer,
    "target" | "shown" | "name" | "protocolVersion" | "cwd" | "timeoutMs"
  >;
  readonly environment: Readonly<Record<string, string>>;
  readonly headers: HeaderMap;
}

/** Settings of a server that the console is started with. */
export type StartSettings = Pick<ServerSettings, "environment" | "headers"> &
  Pick<SavedServer, "cwd">;

/** The settings of a server that the page adds. `headers` is `undefined` if it sent none. @throws RequestError */
export function readAdded(given: AddServer): {
  readonly target: Target;
  readonly cwd: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly headers: HeaderMap | undefined;
} {
  const target = parseEnteredTarget(given.target);
  return {
    target,
    cwd: folderOf(target, readDirectory(given.cwd ?? "", target)),
    timeoutMs: readTimeout(given.timeout ?? null),
    environment: readEnvironment(given.environment ?? {}, target),
    headers: given.headers && readHeaderValues(given.headers, target),
  };
}

/** What the user can change about a server, without secrets. */
export function toEditable({ saved, environment, headers }: ServerSettings): EditableServer {
  const { name, protocolVersion, cwd = "", timeoutMs } = saved;
  return {
    target: showTarget(saved.shown ?? saved.target),
    name,
    protocolVersion,
    headers: Object.keys(headers),
    environment: Object.keys(environment),
    cwd,
    timeout: timeoutMs === undefined ? null : timeoutMs / 1_000,
  };
}

/** The settings of a server after a change by the page; its name is left to the caller. @throws RequestError */
export function readChanged(before: ServerSettings, change: EditServer): ServerSettings {
  const { saved } = before;
  const isSame =
    change.target === undefined || change.target === showTarget(saved.shown ?? saved.target);
  const target = isSame ? saved.target : readOther(change.target ?? "", saved);
  const isCommand = target.kind === "command";
  const kept = isCommand ? saved.cwd : undefined;
  return {
    saved: {
      target,
      shown: isSame ? saved.shown : undefined,
      name: saved.name,
      protocolVersion: change.protocolVersion ?? saved.protocolVersion,
      cwd: folderOf(target, change.cwd === undefined ? kept : readDirectory(change.cwd, target)),
      timeoutMs: change.timeout === undefined ? saved.timeoutMs : readTimeout(change.timeout),
    },
    environment:
      change.environment === undefined
        ? isCommand
          ? before.environment
          : {}
        : readEnvironment(change.environment, target, before.environment),
    headers: readHeaders(before, target, change),
  };
}

/** Another target. The values of an imported server's variables are for the target that they were taken for. */
function readOther(entered: string, { target, shown }: ServerSettings["saved"]): Target {
  if (shown && /\$\{\w+\}/.test(entered)) {
    throw new RequestError(
      400,
      "A variable is not replaced here. Enter its value in its place, or import the server again.",
    );
  }
  return readShownTarget(entered, shown ?? target);
}

/** Values of headers that are kept go only to the origin that they were entered for. */
function readHeaders(
  { saved, headers: before }: ServerSettings,
  target: Target,
  { headers }: EditServer,
): HeaderMap {
  if (target.kind === "command" && headers === undefined) return {};
  const given = headers ?? Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  const isSameOrigin =
    target.kind === "url" &&
    saved.target.kind === "url" &&
    new URL(saved.target.url).origin === new URL(target.url).origin;
  if (!isSameOrigin && Object.values(given).includes(null)) {
    throw new RequestError(
      400,
      "The values of headers are not sent to another host than they were entered for. Enter them again, or remove them.",
    );
  }
  return readHeaderValues(given, target, before);
}
