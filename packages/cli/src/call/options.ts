import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import {
  type ProtocolVersionChoice,
  PROTOCOL_VERSIONS,
  isProtocolVersionChoice,
} from "../connect/protocol-version.js";
import { type HeaderMap, readHeaders, headersRefusal } from "../connect/headers.js";
import { isServerUrl, parseTarget, type splitCommandLine, type Target } from "../connect/target.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";

/** What `midcall call` was told to do. */
export interface CallOptions {
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
  /** A file, or `-` for stdin. */
  readonly answers: string | undefined;
  readonly audit: string | undefined;
  /** For a server with a URL; empty where none are given. */
  readonly headers: HeaderMap;
  readonly json: boolean;
  readonly list: boolean;
  readonly open: boolean;
  readonly verbose: boolean;
  readonly timeoutMs: number | undefined;
  readonly tool: string | undefined;
  readonly args: readonly string[];
}

const HELP_AFTER = `
TOOL is called with ARGS: one JSON object, or name=value pairs. A value is read as the
tool describes the argument (a number, yes or no, an option; a=x a=y for a list);
name:=JSON gives JSON as it is. Without TOOL, in a terminal, you choose.

Who answers what the tool asks
  in a terminal     you do; nothing is sent before you have looked it over
  --answers FILE    the file does, and nobody is asked; each entry answers the question it names:
                      [{ "message": "Delete * files?", "content": { "confirm": true } },
                       { "message": "Connect your account.", "action": "accept",
                         "url": "https://example.com/connect/*" },
                       { "message": "Send it now?", "action": "decline" }]
                    "message" is exact, * stands for any text. An entry is used once, or "times".
                    Fields that are not named keep their defaults; null empties one. A link is
                    agreed to only where "url" matches as well; it is printed, and opened with --open.
  otherwise         nobody can: the server is told so, and may do without

A server that wants to know who you are (HTTP 401)
  --header @FILE sends each line of the file, such as "Authorization: Bearer …", as a header, and
  --header 'Name: value' the one it names, which other users of this computer may see in the list
  of processes. They are never printed.

Exit codes
  0    the tool was called (or listed)
  1    it reported an error, or there was no connection, or the time was up
  2    the command line or the answers file cannot be used
  3    a question was declined
  4    a question was cancelled
  5    a question had no answer
  130  interrupted (143, 129: ended, hung up)
  Where several are true: 5 before 3 and 4 (the last of these counts), before 1.
  Choosing tools in a terminal ends with 0 however the calls went.

Examples
  midcall call --list -- npx my-server
  midcall call -- node server.js
  midcall call clean_up dir=downloads days=30 -- node server.js
  midcall call --json --answers answers.json clean_up '{"dir":"old"}' https://example.com/mcp
  midcall call --header @headers.txt --list https://example.com/mcp`;

function parseSeconds(word: string): number {
  const value = Number(word);
  // What a timer can hold.
  if (!(value > 0 && value <= 2_000_000)) {
    throw new InvalidArgumentError("It must be a number of seconds above 0.");
  }
  return value * 1000;
}

function parseProtocolVersion(word: string): ProtocolVersionChoice {
  if (!isProtocolVersionChoice(word)) {
    throw new InvalidArgumentError(`It must be auto, ${PROTOCOL_VERSIONS.join(", ")}.`);
  }
  return word;
}

/**
 * Reads the command line of `midcall call`.
 *
 * @returns nothing when help was wanted and given
 * @throws UsageError
 */
export function readOptions({
  own,
  server,
}: ReturnType<typeof splitCommandLine>): CallOptions | undefined {
  const command = new Command("midcall call")
    .usage("[options] [TOOL [ARGS…]] -- command…\n       midcall call [options] [TOOL [ARGS…]] URL")
    .description("Calls a tool of an MCP server, and answers what it asks.")
    .argument("[words...]")
    .addOption(
      new Option(
        "--protocol-version <protocol version>",
        `protocol version: auto, ${PROTOCOL_VERSIONS.join(", ")}`,
      )
        .default("auto")
        .argParser(parseProtocolVersion),
    )
    .option("--answers <file>", "answer from this JSON file (- for stdin) instead of asking")
    .option("--open", "with --answers: open the links that are agreed to", false)
    .option("--list", "show the tools and their arguments", false)
    .option("--json", "print one JSON object", false)
    .addOption(
      new Option("--timeout <seconds>", "give up after so long (default: no limit)").argParser(
        parseSeconds,
      ),
    )
    .option(
      "--header <header>",
      "send this to a URL with every request: 'Name: value', or @FILE with one on each line; can be repeated",
      (word: string, before: string[]) => [...before, word],
      [],
    )
    .option("--audit <file>", "append how each question ended to this file, as JSON Lines")
    .option("--verbose", "show what the server writes to stderr, in a terminal too", false)
    .helpOption("-h, --help", "show this")
    .addHelpText("after", HELP_AFTER)
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  try {
    command.parse(own, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return undefined;
    const what = error.message.replace(/^error: /, "");
    throw new UsageError(`${what} (midcall call --help shows what there is.)`);
  }
  const given = command.opts<{
    protocolVersion: ProtocolVersionChoice;
    answers?: string;
    audit?: string;
    header: string[];
    open: boolean;
    list: boolean;
    json: boolean;
    verbose: boolean;
    timeout?: number;
  }>();
  const [tool, ...args] = command.args;
  const url = command.args.find(isServerUrl);
  if (server.length === 0 && url !== undefined) {
    throw new UsageError(
      `The URL of the server comes last, after the options, TOOL and ARGS; here "${safeLine(own.at(-1) ?? "", 80)}" does.`,
    );
  }
  const target = parseTarget(server);
  const noHeaders = given.header.length > 0 ? headersRefusal(target) : undefined;
  if (noHeaders !== undefined) throw new UsageError(`--header: ${noHeaders}`);
  const headers = readHeaders(given.header);
  if (given.list && tool !== undefined) {
    throw new UsageError(`--list shows all tools; leave "${tool}" out.`);
  }
  if (given.open && given.answers === undefined) {
    throw new UsageError("--open goes with --answers; in a terminal you are asked for each link.");
  }
  const { answers, audit, json, list, open, verbose, protocolVersion, timeout: timeoutMs } = given;
  return {
    target,
    protocolVersion,
    answers,
    audit,
    headers,
    json,
    list,
    open,
    verbose,
    timeoutMs,
    tool,
    args,
  };
}
