import { isAbsolute } from "node:path";
import { displayText } from "midcall/form";
import { headerProblem } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";
import { isObject, member } from "../../json.js";
import { expandVariables, type Variables } from "./expand-variables.js";
import { parseJsonc } from "./parse-jsonc.js";
import { readRegistryServer } from "./registry-server.js";

/** A server in the configuration of a host. */
export interface ConfiguredServer {
  readonly name: string;
  /** How it is reached as the configuration has it, variables included; `undefined` if it cannot be read. */
  readonly written: Target | undefined;
  /** The same with the values of the variables; `undefined` if it cannot be added. */
  readonly target: Target | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The directory of its program; absolute. */
  readonly cwd?: string | undefined;
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
  const base = { name, environment: {}, headers: {}, notes, target: undefined };
  const { command } = entry;
  // Zed has had the program and its arguments in an object.
  const source = isObject(command) ? { ...entry, ...command, command: command["path"] } : entry;
  const written = targetIn(source);
  const fail = (problem: string): ConfiguredServer => ({ ...base, written, problem });
  if (!written) return fail("It has neither a command nor an http or https URL.");
  if (entry["disabled"] === true || entry["enabled"] === false) {
    notes.push("It is switched off in the host.");
  }
  if (source["type"] === "sse") notes.push("It may support only SSE, which the console does not.");
  if (written.kind === "command" && typeof source["envFile"] === "string") {
    notes.push("Its file of environment variables is not read.");
  }

  let missing: string | undefined;
  const expand = (text: string): string => {
    const result = expandVariables(text, variables);
    if (result.ok) return result.text;
    missing ??= result.missing;
    return text;
  };
  const target: Target =
    written.kind === "url"
      ? { kind: "url", url: expand(written.url) }
      : { ...written, command: expand(written.command), args: written.args.map(expand) };
  const cwd = written.kind === "command" ? directoryIn(source["cwd"], expand, notes) : undefined;
  const environment = textsIn(written.kind === "command" ? source["env"] : undefined, expand);
  const headers = textsIn(written.kind === "url" ? source["headers"] : undefined, expand);
  if (missing !== undefined) {
    return fail(`It uses ${missing}, which has no value here. Replace it, and import it again.`);
  }
  const wrong =
    target.kind === "url" ? urlProblem(target.url) : environmentProblem(Object.keys(environment));
  const header = Object.entries(headers)
    .map(([key, value]) => headerProblem(key, value))
    .find((problem) => problem !== undefined);
  const problem = wrong ?? header;
  if (problem !== undefined) return fail(problem);
  // As it is when it is entered by hand.
  const normal: Target =
    target.kind === "url" ? { kind: "url", url: new URL(target.url).href } : target;
  return { ...base, written, target: normal, environment, headers, cwd };
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
function directoryIn(
  given: unknown,
  expand: (text: string) => string,
  notes: string[],
): string | undefined {
  if (typeof given !== "string" || given === "") return undefined;
  const path = expand(given);
  if (path.length <= LONGEST && isAbsolute(path) && !path.includes("\0")) {
    notes.push(`It starts in ${displayText(path)}.`);
    return path;
  }
  notes.push("Its working directory is not used here, because its path is not absolute.");
  return undefined;
}

function urlProblem(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
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

/** Texts by name; numbers and booleans are written as texts. */
function textsIn(given: unknown, expand: (text: string) => string): Record<string, string> {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, MOST_VALUES)
      .flatMap(([name, value]): [string, string][] =>
        /^(?:string|number|boolean)$/.test(typeof value)
          ? [[name, expand(String(value)).slice(0, LONGEST).replaceAll("\0", "")]]
          : [],
      ),
  );
}
