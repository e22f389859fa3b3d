import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import envPaths from "env-paths";
import { PROTOCOL_VERSIONS, type ProtocolVersionChoice } from "../connect/protocol-version.js";
import { parseTarget } from "../connect/target.js";
import { UsageError } from "../errors.js";
import { hasScreen, openPage } from "./access/open-page.js";
import { startConsole } from "./start-console.js";

interface Flags {
  readonly port?: number;
  readonly open: boolean;
  readonly protocolVersion?: ProtocolVersionChoice;
  readonly state?: string;
  readonly name?: string;
}

const HELP_AFTER = `
The page is for this computer alone: it listens on 127.0.0.1, and the address
that is printed has a password in it that is new each time. Servers, rules,
calls that wait for you and a log of what was asked are kept in --state DIR.

Examples:
  midcall console -- node my-server.js
  midcall console --protocol-version 2025-06-18 https://example.com/mcp
  midcall console`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  }
  return port;
}

function createCommand(): Command {
  return (
    new Command("midcall console")
      .description(
        "A page in your browser: call the tools of MCP servers, and answer what they ask.",
      )
      .usage("[options] [-- server command… | URL]")
      .option("--port <n>", "the port on 127.0.0.1 (default: any free one)", readPort)
      .option("--no-open", "print the address only, and open no browser")
      .addOption(
        new Option(
          "--protocol-version <protocol version>",
          "the protocol version to speak",
        ).choices(["auto", ...PROTOCOL_VERSIONS]),
      )
      .option("--name <name>", "what to call the server")
      .option("--state <dir>", "folder for what is remembered")
      .addHelpText("after", HELP_AFTER)
      // Told in words of our own.
      .allowExcessArguments()
      .exitOverride()
  );
}

/** Where the console remembers things unless it is told otherwise. */
export function defaultStateDir(): string {
  return envPaths("midcall", { suffix: "" }).config;
}

/** Resolves with the exit code of the signal that ends the console. */
function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    // The way to end it, and nothing that went wrong.
    process.once("SIGINT", () => resolve(0));
    process.once("SIGTERM", () => resolve(143));
    process.once("SIGHUP", () => resolve(129));
  });
}

/** `midcall console`. @returns the exit code, once the console has been ended */
export async function run(words: {
  readonly own: readonly string[];
  readonly server: readonly string[];
}): Promise<number> {
  const command = createCommand();
  try {
    command.parse([...words.own], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  const flags = command.opts<Flags>();
  if (command.args.length > 0) {
    throw new UsageError(
      `"${command.args[0]}" is not understood. Put the command that starts the server after --.`,
    );
  }
  const target = words.server.length > 0 ? parseTarget(words.server) : undefined;
  const running = await startConsole({
    target,
    protocolVersion: flags.protocolVersion,
    port: flags.port,
    name: flags.name,
    stateDir: flags.state ?? defaultStateDir(),
  });
  const ended = untilSignal();
  console.log(`midcall console: ${running.url}`);
  console.log("Open this address in a browser on this computer. Ctrl-C ends the console.");
  if (flags.open && hasScreen(process.env, process.platform)) void openPage(running.ticketUrl);
  const code = await ended;
  // A second signal does not wait.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(code));
  await running.close();
  return code;
}
