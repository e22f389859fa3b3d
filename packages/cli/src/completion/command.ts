import { Argument, Command, CommanderError } from "commander";
import type { CommandLine } from "../connect/target.js";
import { UsageError } from "../errors.js";
import type { Subcommands } from "../subcommand.js";
import { bashScript } from "./bash.js";
import { type DescribedCommand, describeCommands } from "./described-command.js";
import { fishScript } from "./fish.js";
import { zshScript } from "./zsh.js";

const SCRIPTS: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const HELP_AFTER = `
bash   in ~/.bashrc:                 eval "$(midcall completion bash)"
zsh    in ~/.zshrc, after compinit:  eval "$(midcall completion zsh)"
fish   once:                         midcall completion fish > ~/.config/fish/completions/midcall.fish

After --, where the command of a server stands, the shell completes as it does without this.`;

/** The definition of `midcall completion`. */
export function createCommand(): Command {
  return new Command("midcall completion")
    .usage("bash|zsh|fish")
    .description("Prints a script that completes the commands and options of midcall in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP_AFTER)
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/** `midcall completion`. @returns the exit code */
export async function run({ own, server }: CommandLine, all: Subcommands): Promise<number> {
  const command = createCommand();
  try {
    command.parse([...own, ...server], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    throw new UsageError("Name one shell: midcall completion bash, zsh or fish.");
  }
  console.log(SCRIPTS[command.args[0]!]!(await describeCommands(all)));
  return 0;
}
