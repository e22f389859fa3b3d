import { Command, CommanderError } from "commander";
import { type CommandLine, parseTarget } from "../connect/target.js";
import { UsageError } from "../errors.js";
import { runBridge } from "./run-bridge.js";

/** The definition of `midcall bridge`. */
export function createCommand(): Command {
  return new Command("midcall bridge")
    .description("Stands between a host and a server, and asks the user what the host cannot ask.")
    .usage("[options] -- COMMAND… | URL")
    .option("--name <name>", "the name of the server, for the user")
    .option("--print-pages", "print the URL of the page that asks, instead of opening it")
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
  const flags = command.opts<{ name?: string; printPages?: boolean }>();
  if (command.args.length > 0) {
    throw new UsageError(
      `Unexpected argument "${command.args[0]}". Put the command that starts the server after --.`,
    );
  }
  const target = parseTarget(server);
  const name = flags.name ?? (target.kind === "url" ? new URL(target.url).host : target.command);
  const open = async (url: string): Promise<void> => console.error(`Open ${url}`);
  await runBridge({
    target,
    name,
    headers: {},
    ui: "browser",
    open: flags.printPages ? open : undefined,
  });
  return 0;
}
