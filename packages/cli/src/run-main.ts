import { COMMANDS } from "./commands.js";
import { splitCommandLine } from "./connect/target.js";
import { describeError } from "./describe-error.js";
import { UsageError } from "./errors.js";
import { safeLine } from "./safe-text.js";
import { VERSION } from "./version.js";

function help(): string {
  const widest = Math.max(...[...COMMANDS.keys()].map(({ length }) => length));
  const lines = [...COMMANDS].map(([name, { about }]) => `  ${name.padEnd(widest)}  ${about}`);
  return `Call the tools of MCP servers, and answer the questions they ask during a call.

Usage: midcall COMMAND [options] -- SERVER-COMMAND…
       midcall COMMAND [options] URL

${lines.join("\n")}

Run midcall COMMAND --help for the options of a command. This is version ${VERSION}.`;
}

/** Runs the subcommand that the arguments name. @returns the exit code */
export async function runMain(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V") {
    console.log(VERSION);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(help());
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS.get(name);
  if (!command) {
    console.error(`Unknown command "${safeLine(name, 60)}".\n\n${help()}`);
    return 2;
  }
  try {
    const { run } = await command.load();
    return await run(splitCommandLine(rest));
  } catch (error) {
    console.error(describeError(error));
    return error instanceof UsageError ? 2 : 1;
  }
}
