import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { hasScreen } from "midcall/open-page";
import { PROTOCOL_VERSIONS, type ProtocolVersionChoice } from "../connect/protocol-version.js";
import { assertProgramOptions, readVariables } from "../connect/environment.js";
import { headersRefusal, readHeaders } from "../connect/headers.js";
import { type CommandLine, parseTarget, type Target } from "../connect/target.js";
import { defaultStateDir } from "../default-state-dir.js";
import { UsageError } from "../errors.js";
import { openConsole } from "./access/open-console.js";
import type { TakenPort } from "./listen.js";
import { type ConsoleOptions, startConsole } from "./start-console.js";

interface Flags {
  readonly port?: number;
  readonly open: boolean;
  readonly protocolVersion?: ProtocolVersionChoice;
  readonly state?: string;
  readonly name?: string;
  readonly header: string[];
  readonly env: string[];
  readonly cwd?: string;
}

/**
 * The port of the console, so that its origin stays the same, under which the browser keeps the settings of the page. It is
 * below the ports that systems give to outgoing connections, and not one of those that other tools use.
 */
const DEFAULT_PORT = 32_255;

const HELP_AFTER = `
The page is available only on this computer, and its address is new at each
start: it contains a password. The port stays the same, and so do the settings
of the page, such as its theme; with --port 0, they are lost. Servers,
permissions, unfinished calls and the audit log are stored in --state DIR.

Examples:
  midcall console -- node my-server.js
  midcall console --protocol-version 2025-06-18 https://example.com/mcp
  midcall console`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  }
  return port;
}

const collect = (word: string, before: string[]): string[] => [...before, word];

/** The definition of `midcall console`. */
export function createCommand(): Command {
  return (
    new Command("midcall console")
      .description(
        "Opens a page in your browser to call the tools of MCP servers and answer their questions.",
      )
      .usage("[options] [-- COMMAND… | URL]")
      .option(
        "--port <n>",
        `the port on 127.0.0.1, 0 for any free one of an address of its own (default: ${DEFAULT_PORT}, or one of the next)`,
        readPort,
      )
      .option("--no-open", "print the address without opening a browser")
      .addOption(
        new Option("--protocol-version <version>", "the protocol version for this server").choices([
          "auto",
          ...PROTOCOL_VERSIONS,
        ]),
      )
      .option("--name <name>", "a name for this server")
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
      .option("--state <dir>", "directory for the console's files")
      .addHelpText("after", HELP_AFTER)
      // The error below is more helpful than commander's.
      .allowExcessArguments()
      .exitOverride()
  );
}

function describeTaken({ port, isConsole }: TakenPort, address: string): string {
  const by = isConsole
    ? "another console, whose address is in the terminal that started it"
    : "another program";
  return `Port ${port} is used by ${by}. This console uses port ${new URL(address).port} instead.`;
}

/** Resolves with the exit code of the signal that ends the console. */
function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    // Ctrl-C is the normal way to end the console.
    process.once("SIGINT", () => resolve(0));
    process.once("SIGTERM", () => resolve(143));
    process.once("SIGHUP", () => resolve(129));
  });
}

/** The settings of the server that the command line names. @throws UsageError */
function readSettings(
  target: Target | undefined,
  { header, env, cwd }: Flags,
): ConsoleOptions["settings"] {
  if (!target) {
    if (header.length > 0 || env.length > 0 || cwd !== undefined)
      throw new UsageError("--header, --env and --cwd require the command or URL of a server.");
    return undefined;
  }
  const refusal = header.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new UsageError(`--header: ${refusal}`);
  assertProgramOptions(target, { env, cwd });
  return {
    headers: readHeaders(header),
    environment: readVariables(env),
    cwd: cwd === undefined ? undefined : resolve(cwd),
  };
}

/** `midcall console`. @returns the exit code, when the console has ended */
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
  const target = server.length > 0 ? parseTarget(server) : undefined;
  const settings = readSettings(target, flags);
  const running = await startConsole({
    target,
    protocolVersion: flags.protocolVersion,
    port: flags.port,
    preferredPort: DEFAULT_PORT,
    name: flags.name,
    settings,
    stateDir: flags.state ?? defaultStateDir(),
  });
  const ended = untilSignal();
  console.log("The console is running. Open this address in a browser on this computer:\n");
  console.log(`  ${running.url}\n`);
  if (running.taken) console.log(describeTaken(running.taken, running.address));
  console.log("Press Ctrl-C to end the console.");
  if (flags.open && hasScreen()) void openConsole(running.ticketUrl);
  const code = await ended;
  // A second signal exits at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(code));
  await running.close();
  return code;
}
