import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { assertProgramOptions, type Environment, readVariables } from "../connect/environment.js";
import { type HeaderMap, headersRefusal, readHeaders } from "../connect/headers.js";
import {
  isProtocolVersionChoice,
  PROTOCOL_VERSIONS,
  type ProtocolVersionChoice,
} from "../connect/protocol-version.js";
import { type CommandLine, isServerUrl, parseTarget, type Target } from "../connect/target.js";
import { defaultStateDir } from "../default-state-dir.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import type { RequestMeta } from "../connect/request-meta.js";
import { readMeta } from "./arguments/request-meta.js";
import { HELP_AFTER } from "./help.js";

/** The options of `midcall call`. */
export interface CallOptions {
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
  /** A file, or `-` for stdin. */
  readonly answers: string | undefined;
  readonly audit: string | undefined;
  /** For a URL; empty if none are specified. */
  readonly headers: HeaderMap;
  /** For a command; empty if none are specified. */
  readonly environment: Environment;
  /** For a command: the directory to start it in. */
  readonly cwd: string | undefined;
  /** The directory in which the console keeps its files, and the user's sign-ins. */
  readonly stateDir: string;
  /** For a server with a sign-in; default: midcall registers itself. */
  readonly clientId: string | undefined;
  /** Remove the user's sign-in instead of connecting. */
  readonly forget: boolean;
  readonly json: boolean;
  readonly list: boolean;
  readonly open: boolean;
  readonly verbose: boolean;
  readonly timeoutMs: number | undefined;
  /** The `_meta` of the calls. */
  readonly meta: RequestMeta | undefined;
  /** Call a tool as a task that can be called in both ways: from a scenario. */
  readonly asTask?: boolean | undefined;
  readonly tool: string | undefined;
  readonly args: readonly string[];
}

/** Whether the user chooses tools in the terminal, and sees the outcome of each call at once. */
export function isInteractive({ tool, list }: CallOptions): boolean {
  return tool === undefined && !list;
}

interface Flags {
  readonly protocolVersion: ProtocolVersionChoice;
  readonly answers?: string;
  readonly audit?: string;
  readonly header: string[];
  readonly env: string[];
  readonly cwd?: string;
  readonly meta: string[];
  readonly clientId?: string;
  readonly forget: boolean;
  readonly state?: string;
  readonly open: boolean;
  readonly list: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly timeout?: number;
}

/** @returns milliseconds */
function parseSeconds(word: string): number {
  const value = Number(word);
  // The limit of a timer.
  if (!(value > 0 && value <= 2_000_000)) {
    throw new InvalidArgumentError("It must be a number of seconds greater than 0.");
  }
  return value * 1000;
}

function parseProtocolVersion(word: string): ProtocolVersionChoice {
  if (!isProtocolVersionChoice(word)) {
    throw new InvalidArgumentError(`It must be one of auto, ${PROTOCOL_VERSIONS.join(", ")}.`);
  }
  return word;
}

/** The definition of `midcall call`. */
export function createCommand(): Command {
  return new Command("midcall call")
    .usage("[options] [TOOL [ARGS…]] -- COMMAND…\n       midcall call [options] [TOOL [ARGS…]] URL")
    .description("Calls a tool of an MCP server and answers the questions it asks.")
    .argument("[words...]")
    .addOption(
      new Option(
        "--protocol-version <version>",
        "use only this protocol version; auto is the newest that both sides support",
      )
        .default("auto")
        .choices(["auto", ...PROTOCOL_VERSIONS])
        .argParser(parseProtocolVersion),
    )
    .option("--answers <file>", "answer from this JSON file (- for stdin) instead of asking you")
    .option("--open", "with --answers: open the links that are accepted", false)
    .option("--list", "list the tools and their arguments", false)
    .option("--json", "print one JSON object", false)
    .addOption(
      new Option("--timeout <seconds>", "stop after this time (default: no limit)").argParser(
        parseSeconds,
      ),
    )
    .option(
      "--header <header>",
      "send this header to a URL: 'Name: value', or @FILE with one on each line; can be repeated",
      (word: string, before: string[]) => [...before, word],
      [],
    )
    .option(
      "--env <variable>",
      "start the command with this variable: NAME=value, or @FILE with one on each line; can be repeated",
      (word: string, before: string[]) => [...before, word],
      [],
    )
    .option("--cwd <dir>", "start the command in this directory")
    .option(
      "--meta <name=value>",
      "send this in the metadata (_meta) of the call; name:=JSON for other values; can be repeated",
      (word: string, before: string[]) => [...before, word],
      [],
    )
    .option("--client-id <id>", "sign in with this client ID instead of registering midcall")
    .option("--forget", "remove your sign-in at a URL, and revoke its tokens", false)
    .option("--state <dir>", "directory of the sign-ins (default: the console's)")
    .option("--audit <file>", "append how each question ended to this file, as JSON Lines")
    .option("--verbose", "show the server's stderr, even in a terminal", false)
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP_AFTER)
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/**
 * Parses the command line of `midcall call`.
 *
 * @returns `undefined` when help was requested and printed
 * @throws UsageError
 */
export function readOptions({ own, server }: CommandLine): CallOptions | undefined {
  const command = createCommand();
  try {
    command.parse([...own], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return undefined;
    const what = error.message.replace(/^error: /, "");
    throw new UsageError(`${what} (Run midcall call --help for the options.)`);
  }
  const { header, env, cwd, meta, timeout: timeoutMs, ...flags } = command.opts<Flags>();
  const [tool, ...args] = command.args;
  if (server.length === 0 && command.args.some(isServerUrl)) {
    throw new UsageError(
      `The URL of the server must come last, after the options, TOOL and ARGS, but "${safeLine(own.at(-1) ?? "", 80)}" follows it.`,
    );
  }
  const target = parseTarget(server);
  const refusal = header.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new UsageError(`--header: ${refusal}`);
  const headers = readHeaders(header);
  assertProgramOptions(target, { env, cwd });
  if (flags.list && meta.length > 0) throw new UsageError("--meta requires a call, not --list.");
  if (flags.list && tool !== undefined) {
    throw new UsageError(`--list lists all tools; omit "${tool}".`);
  }
  if (flags.forget && (tool !== undefined || flags.list || target.kind !== "url")) {
    throw new UsageError("--forget takes only the URL of a server, without TOOL and --list.");
  }
  if (flags.clientId !== undefined && target.kind !== "url") {
    throw new UsageError("--client-id requires the URL of a server.");
  }
  if (flags.open && flags.answers === undefined) {
    throw new UsageError("--open requires --answers; in a terminal you are asked for each link.");
  }
  const { protocolVersion, answers, audit, clientId, forget, json, list, open, verbose } = flags;
  return {
    target,
    stateDir: flags.state ?? defaultStateDir(),
    clientId,
    forget,
    protocolVersion,
    answers,
    audit,
    headers,
    environment: readVariables(env),
    cwd: cwd === undefined ? undefined : resolve(cwd),
    json,
    list,
    open,
    verbose,
    timeoutMs,
    meta: readMeta(meta),
    tool,
    args,
  };
}
