import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { assertProgramOptions, readVariables } from "../connect/environment.js";
import { headersRefusal, readHeaders } from "../connect/headers.js";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../connect/protocol-version.js";
import { type CommandLine, isServerUrl, parseTarget } from "../connect/target.js";
import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
import { safeLine } from "../safe-text.js";
import { HELP_AFTER } from "./help.js";
import type { DoctorServerOptions } from "./server/run-doctor-server.js";
import type { NamedTool } from "./server/tools/choose-tools.js";

interface Flags {
  readonly server: boolean;
  readonly tool?: readonly NamedTool[];
  readonly allTools: boolean;
  readonly protocolVersion: readonly ProtocolVersion[];
  readonly timeout: number;
  readonly silence: number;
  readonly json: boolean;
  readonly junit?: string;
  readonly header: string[];
  readonly env: string[];
  readonly cwd?: string;
}

const DEFAULT_CALL_S = 10;
const DEFAULT_SILENCE_S = 2;

/** @returns milliseconds */
function parseSeconds(word: string): number {
  const value = Number(word);
  if (!(value > 0 && value <= 3_600)) {
    throw new InvalidArgumentError("It must be a number of seconds, at most 3600.");
  }
  return value * 1_000;
}

function parseArguments(word: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(word);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError("It must be one JSON object.");
}

const collect = (word: string, before: string[]): string[] => [...before, word];

/** The definition of `midcall doctor`. */
export function createCommand(): Command {
  const tools: NamedTool[] = [];
  return new Command("midcall doctor")
    .usage("--server [options] -- COMMAND…\n       midcall doctor --server [options] URL")
    .description(
      "Examines how an MCP server deals with the answers to its questions, and says what to correct.",
    )
    .argument("[words...]")
    .option("--server", "examine this server", false)
    .addOption(
      new Option("--tool <name>", "call only this tool; can be repeated").argParser((name) => {
        tools.push({ name, args: undefined });
        return tools;
      }),
    )
    .addOption(
      new Option("--arguments <json>", "the arguments of the --tool before it").argParser(
        (word) => {
          const last = tools.pop();
          if (!last || last.args) throw new InvalidArgumentError("It must follow its --tool.");
          tools.push({ ...last, args: parseArguments(word) });
          return word;
        },
      ),
    )
    .option("--all-tools", "also call tools that may change something", false)
    .addOption(
      new Option("--protocol-version <version>", "only this protocol version; can be repeated")
        .choices(PROTOCOL_VERSIONS)
        .default([], "all")
        .argParser((word, before: readonly ProtocolVersion[]) => {
          const found = PROTOCOL_VERSIONS.find((one) => one === word);
          if (!found) {
            throw new InvalidArgumentError(`It must be one of ${PROTOCOL_VERSIONS.join(", ")}.`);
          }
          return before.includes(found) ? before : [...before, found];
        }),
    )
    .addOption(
      new Option("--timeout <seconds>", "how long one call may take")
        .default(DEFAULT_CALL_S * 1_000, String(DEFAULT_CALL_S))
        .argParser(parseSeconds),
    )
    .addOption(
      new Option("--silence <seconds>", "how long a silent user waits before the call is given up")
        .default(DEFAULT_SILENCE_S * 1_000, String(DEFAULT_SILENCE_S))
        .argParser(parseSeconds),
    )
    .option("--json", "print one JSON object", false)
    .option("--junit <file>", "also write the report to this file, as JUnit XML")
    .option(
      "--header <header>",
      "send this header to a URL: 'Name: value', or @FILE with one on each line; can be repeated",
      collect,
      [],
    )
    .option(
      "--env <variable>",
      "start the command with this variable: NAME=value, or @FILE with one on each line; can be repeated",
      collect,
      [],
    )
    .option("--cwd <dir>", "start the command in this directory")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP_AFTER)
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/**
 * Parses the command line of `midcall doctor`.
 *
 * @returns `undefined` when help was requested and printed
 * @throws UsageError
 */
export function readOptions({ own, server }: CommandLine): DoctorServerOptions | undefined {
  const command = createCommand();
  try {
    command.parse([...own], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return undefined;
    const what = error.message.replace(/^error: /, "");
    throw new UsageError(`${what} (Run midcall doctor --help for the options.)`);
  }
  const { header, env, cwd, tool: named = [], ...flags } = command.opts<Flags>();
  if (!flags.server) {
    throw new UsageError(
      "Pass --server, and the command of the server after --, or its URL at the end.",
    );
  }
  const [word] = command.args;
  if (word !== undefined) {
    throw new UsageError(
      isServerUrl(word)
        ? "The URL of the server must come last, after the options."
        : `Unexpected argument "${safeLine(word, 80)}". Put the command that starts the server after --.`,
    );
  }
  if (flags.allTools && named.length > 0) {
    throw new UsageError("--all-tools calls all tools; omit --tool.");
  }
  const target = parseTarget(server);
  const refusal = header.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new UsageError(`--header: ${refusal}`);
  assertProgramOptions(target, { env, cwd });
  const access = {
    target,
    headers: readHeaders(header),
    environment: readVariables(env),
    cwd: cwd === undefined ? undefined : resolve(cwd),
  };
  return {
    access,
    named,
    allTools: flags.allTools,
    ...(flags.protocolVersion.length > 0 && { protocolVersions: flags.protocolVersion }),
    callMs: flags.timeout,
    silenceMs: flags.silence,
    json: flags.json,
    junit: flags.junit,
  };
}
