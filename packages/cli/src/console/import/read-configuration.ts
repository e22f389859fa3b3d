import { isAbsolute } from "node:path";
import { headerProblem } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";
import { isObject, member } from "../../json.js";
import { shownWord } from "../views/shown-word.js";
import { type Expand, expandTarget } from "./expand-target.js";
import {
  expandedText,
  expandVariables,
  type Part,
  shownText,
  type Variables,
} from "./expand-variables.js";
import { parseJsonc } from "./parse-jsonc.js";
import { readRegistryServer } from "./registry-server.js";
import { createTakenVariables, type Use } from "./taken-variables.js";
import { isUrl } from "../../is-url.js";

/** A server in the configuration of a host. */
export interface ConfiguredServer {
  readonly name: string;
  /** How it is reached, for the user: `${NAME}` stands for a value of the user's environment; `undefined` if it cannot be read. */
  readonly shown: Target | undefined;
  /** The same with these values; `undefined` if it cannot be added. */
  readonly target: Target | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The directory of its program; absolute. */
  readonly cwd?: string | undefined;
  /** The variables and headers for the user, as {@link ConfiguredServer.shown}. */
  readonly shownValues: Readonly<Record<string, string>>;
  /** What is read from the user's environment and where it goes, one sentence each. */
  readonly taken: readonly string[];
  /** Why it cannot be added. */
  readonly problem?: string | undefined;
  /** What is different here, one sentence each. */
  readonly notes: readonly string[];
}

const MOST_SERVERS = 200;
const LONGEST = 8_000;
const LISTS = ["mcpServers", "servers", "context_servers"] as const;

/**
 * Reads the servers in the configuration of a host: Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with
 * the same shapes, or a part of it; or a `server.json` of the registry. The list is empty if there are no servers in it.
 *
 * @throws SyntaxError when it is not JSON
 */
export function readConfiguration(text: string, variables: Variables): ConfiguredServer[] {
  const root = parseJsonc(text);
  const registry = isObject(root) ? readRegistryServer(root) : undefined;
  if (isObject(root) && registry) {
    const { name } = isObject(root["server"]) ? root["server"] : root;
    return registry.map(({ entry, notes }) => {
      const read = readEntry(String(name), entry, variables);
      return { ...read, notes: [...read.notes, ...notes] };
    });
  }
  const found = entriesIn(root).slice(0, MOST_SERVERS);
  return found.map(([name, entry]) => readEntry(name, entry, variables));
}

type Entry = readonly [name: string, entry: Record<string, unknown>];

const looksLikeServer = (value: unknown): value is Record<string, unknown> =>
  isObject(value) &&
  ["command", "url", "serverUrl", "httpUrl"].some((key) => Object.hasOwn(value, key));

function entriesOf(list: unknown): Entry[] {
  if (!isObject(list)) return [];
  return Object.entries(list).flatMap(([name, value]): Entry[] =>
    isObject(value) ? [[name, value]] : [],
  );
}

function entriesIn(root: unknown): Entry[] {
  if (!isObject(root)) return [];
  const found = LISTS.flatMap((key) => entriesOf(member(root, key)));
  // The settings of VS Code, and the projects of Claude Code.
  found.push(...entriesOf(member(member(root, "mcp"), "servers")));
  const projects = member(root, "projects");
  if (isObject(projects)) {
    for (const project of Object.values(projects)) {
      found.push(...entriesOf(member(project, "mcpServers")));
    }
  }
  if (found.length > 0) return found;
  // A part that was copied from a README: one server, or a list without its name.
  if (looksLikeServer(root)) return [["", root]];
  return entriesOf(root).filter(([, entry]) => looksLikeServer(entry));
}

function readEntry(
  name: string,
  entry: Record<string, unknown>,
  variables: Variables,
): ConfiguredServer {
  const notes: string[] = [];
  const base = { name, environment: {}, headers: {}, shownValues: {}, taken: [], notes };
  const { command } = entry;
  // Zed has had the program and its arguments in an object.
  const source = isObject(command) ? { ...entry, ...command, command: command["path"] } : entry;
  const written = targetIn(source);
  const fail = (problem: string): ConfiguredServer => ({
    ...base,
    shown: written,
    target: undefined,
    problem,
  });
  if (!written) return fail("It has neither a command nor an http or https URL.");
  if (entry["disabled"] === true || entry["enabled"] === false) {
    notes.push("It is switched off in the host.");
  }
  if (source["type"] === "sse") notes.push("It may support only SSE, which the console does not.");
  if (written.kind === "command" && typeof source["envFile"] === "string") {
    notes.push("Its file of environment variables is not read.");
  }

  let missing: string | undefined;
  const taken = createTakenVariables();
  const expand = (text: string, use: Use): readonly Part[] => {
    const result = expandVariables(text, variables);
    if (!result.ok) {
      missing ??= result.missing;
      return [text];
    }
    taken.add(result.parts, use);
    return result.parts;
  };
  const isCommand = written.kind === "command";
  const { target, shown, host } = expandTarget(written, expand);
  const cwd = isCommand ? directoryIn(source["cwd"], expand, notes) : undefined;
  const values = textsIn(source[isCommand ? "env" : "headers"], (text, to) =>
    expand(text, { to: isCommand ? "variable" : "header", name: to }),
  );
  const texts = mapValues(values, (parts) => clean(expandedText(parts)));
  if (missing !== undefined) {
    return fail(`It uses ${missing}, which has no value here. Replace it, and import it again.`);
  }
  const wrong =
    target.kind === "url" ? urlProblem(target.url) : environmentProblem(Object.keys(texts));
  const header = (isCommand ? [] : Object.entries(texts))
    .map(([key, value]) => headerProblem(key, value))
    .find((problem) => problem !== undefined);
  const problem = wrong ?? header;
  if (problem !== undefined) return fail(problem);
  if (!shown) return fail("Its address cannot be shown without the value of a variable.");
  // As it is when it is entered by hand.
  const normal: Target =
    target.kind === "url" ? { kind: "url", url: new URL(target.url).href } : target;
  return {
    ...base,
    shown,
    target: normal,
    ...(isCommand ? { environment: texts } : { headers: texts }),
    shownValues: mapValues(values, (parts) => clean(shownText(parts))),
    taken: taken.sentences(host),
    cwd,
  };
}

function targetIn(source: Record<string, unknown>): Target | undefined {
  const { command, args = [] } = source;
  if (typeof command === "string" && command !== "" && command.length <= LONGEST) {
    if (!Array.isArray(args) || args.some((arg) => typeof arg !== "string")) return undefined;
    return args.join(" ").length > LONGEST ? undefined : { kind: "command", command, args };
  }
  const url = ["url", "serverUrl", "httpUrl"].map((key) => source[key]).find(Boolean);
  return typeof url === "string" && url.length <= LONGEST ? { kind: "url", url } : undefined;
}

/** Adds a note, because a program may do something else in another directory. */
function directoryIn(given: unknown, expand: Expand, notes: string[]): string | undefined {
  if (typeof given !== "string" || given === "") return undefined;
  const parts = expand(given, { to: "directory" });
  const path = expandedText(parts);
  if (path.length <= LONGEST && isAbsolute(path) && !path.includes("\0")) {
    notes.push(`It starts in ${shownWord(shownText(parts))}.`);
    return path;
  }
  notes.push("Its working directory is not used here, because its path is not absolute.");
  return undefined;
}

function urlProblem(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !isUrl(text)) {
    return "Its address is not a complete http or https URL.";
  }
  const { username, password } = new URL(text);
  return username || password
    ? "Its address contains a user name or password. Move them to a header."
    : undefined;
}

function environmentProblem(names: readonly string[]): string | undefined {
  const wrong = names.find((name) => !/^[^=\0]{1,200}$/.test(name));
  return wrong === undefined ? undefined : "The name of an environment variable is invalid.";
}

const MOST_VALUES = 100;

const clean = (text: string): string => text.slice(0, LONGEST).replaceAll("\0", "");

/** Texts by name; numbers and booleans are written as texts. */
function textsIn(
  given: unknown,
  expand: (text: string, name: string) => readonly Part[],
): Record<string, readonly Part[]> {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, MOST_VALUES)
      .flatMap(([name, value]): [string, readonly Part[]][] =>
        /^(?:string|number|boolean)$/.test(typeof value)
          ? [[name, expand(String(value), name)]]
          : [],
      ),
  );
}

const mapValues = <T, R>(values: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
