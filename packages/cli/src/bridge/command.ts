import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { hasScreen } from "midcall/open-page";
import { assertProgramOptions, readVariables } from "../connect/environment.js";
import { type HeaderMap, headerProblem, headersRefusal, readHeaders } from "../connect/headers.js";
import { type CommandLine, parseTarget, type Target } from "../connect/target.js";
import { defaultStateDir } from "../default-state-dir.js";
import { UsageError } from "../errors.js";
import { HEADERS_VARIABLE } from "../wrap/bridge-words.js";
import { runBridge } from "./run-bridge.js";
import { isMembers } from "./wire/messages.js";

interface Flags {
  readonly name?: string;
  readonly listen?: number;
  readonly ui?: "browser" | "terminal" | "none";
  readonly header: string[];
  readonly env: string[];
  readonly cwd?: string;
  readonly state?: string;
}

const HELP_AFTER = `
To the host, the bridge is the server. What the host cannot ask, the bridge asks
on a page of its own, which it opens in your browser with the first question.

In the configuration of a host, put the bridge in the place of the server:
  "command": "midcall", "args": ["bridge", "--", "npx", "some-server"]
Or let midcall do it: midcall wrap

Examples:
  midcall bridge -- npx -y some-server
  midcall bridge https://example.com/mcp
  midcall bridge --listen 8080 -- node my-server.js`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}

const collect = (word: string, before: string[]): string[] => [...before, word];

/** The definition of `midcall bridge`. */
export function createCommand(): Command {
  return new Command("midcall bridge")
    .description("Stands between a host and a server, and asks you what the host cannot ask.")
    .usage("[options] -- COMMAND… | URL")
    .option("--name <name>", "the name of the server on the page")
    .option(
      "--listen <port>",
      "serve hosts at http://127.0.0.1:PORT/mcp, 0 for any free port",
      readPort,
    )
    .addOption(
      new Option(
        "--ui <place>",
        "where you are asked (default: browser; none where there is no screen)",
      ).choices(["browser", "terminal", "none"]),
    )
    .option(
      "--header <header>",
      "send this header to this URL: 'Name: value', or @FILE with one on each line; can be repeated",
      collect,
      [],
    )
    .option(
      "--env <variable>",
      "start this command with this variable: NAME=value, or @FILE with one on each line; can be repeated",
      collect,
      [],
    )
    .option("--cwd <dir>", "start this command in this directory")
    .option("--state <dir>", "directory for sign-ins, answers that are kept, and the audit log")
    .addHelpText("after", HELP_AFTER)
    .allowExcessArguments()
    .exitOverride();
}

/** `midcall bridge`. @returns the exit code, when the host or the server has ended */
export async function run({ own, server }: CommandLine): Promise<number> {
  const command = createCommand();
  try {
    command.parse([...own], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  const flags = command.opts<Flags>();
  if (command.args.length > 0) {
    throw new UsageError(
      `Unexpected argument "${command.args[0]}". Put the command that starts the server after --.`,
    );
  }
  const target = parseTarget(server);
  const headers = headersFor(target, flags.header);
  assertProgramOptions(target, flags);
  return runBridge({
    ...{ target, headers, listen: flags.listen },
    name: flags.name ?? (target.kind === "url" ? new URL(target.url).host : nameOf(target)),
    ui: flags.ui ?? (hasScreen() ? "browser" : "none"),
    environment: readVariables(flags.env),
    cwd: flags.cwd === undefined ? undefined : resolve(flags.cwd),
    stateDir: flags.state ?? defaultStateDir(),
  });
}

/** The last word of the command that is not an option is mostly the name of the server's package or file. */
function nameOf({ command, args }: Extract<Target, { kind: "command" }>): string {
  const word = args.filter((one) => !one.startsWith("-")).at(0) ?? command;
  return word.split(/[\\/]/).at(-1) || command;
}

/** The headers of the options, and of the variable that `midcall wrap` sets. @throws UsageError */
function headersFor(target: Target, given: readonly string[]): HeaderMap {
  const headers = { ...headersInVariable(), ...readHeaders([...given]) };
  const refusal = Object.keys(headers).length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new UsageError(`--header: ${refusal}`);
  return headers;
}

function headersInVariable(): HeaderMap {
  const text = process.env[HEADERS_VARIABLE];
  // The server's program is not to have them.
  delete process.env[HEADERS_VARIABLE];
  if (text === undefined || text === "") return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (!isMembers(parsed)) {
    throw new UsageError(
      `${HEADERS_VARIABLE} must be a JSON object of headers: {"Name": "value"}.`,
    );
  }
  const entries = Object.entries(parsed).map(([name, value]): [string, string] => {
    const problem =
      typeof value === "string" ? headerProblem(name, value) : "The value must be a string.";
    if (problem !== undefined) throw new UsageError(`${HEADERS_VARIABLE}: ${problem}`);
    return [name.toLowerCase(), value as string];
  });
  return Object.fromEntries(entries);
}
