import { Command } from "commander";
import { COMMANDS } from "./commands.js";
import { splitCommandLine } from "./connect/target.js";
import { describeError } from "./describe-error.js";
import { docsOf, moreAbout } from "./error-page.js";
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

Run midcall help COMMAND for the options of a command. This is version ${VERSION}.`;
}

/** What commander says of a mistyped command, such as `(Did you mean console?)`; else nothing. */
function suggestion(word: string): string {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const name of COMMANDS.keys()) program.command(name);
  try {
    program.parse([word], { from: "user" });
  } catch (error) {
    return /\(.+\)$/.exec((error as Error).message)?.[0] ?? "";
  }
  return "";
}

/** Runs the subcommand that the arguments name. @returns the exit code */
export async function runMain(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V") {
    console.log(VERSION);
    return 0;
  }
  const asksForHelp = name === "--help" || name === "-h" || name === "help";
  if (name === undefined || (asksForHelp && rest.length === 0)) {
    console.log(help());
    return name === undefined ? 2 : 0;
  }
  const isOnlyHelp = rest.length === 1 && rest[0] === "help";
  const wanted = asksForHelp ? (rest[0] as string) : name;
  const command = COMMANDS.get(wanted);
  if (!command) {
    const line = `Unknown command "${safeLine(wanted, 60)}". ${suggestion(wanted)}`.trimEnd();
    console.error(`${line}\n\n${help()}`);
    return 2;
  }
  try {
    const { run } = await command.load();
    return await run(splitCommandLine(asksForHelp || isOnlyHelp ? ["--help"] : rest), COMMANDS);
  } catch (error) {
    console.error([describeError(error), ...moreAbout(docsOf(error))].join("\n"));
    return error instanceof UsageError ? 2 : 1;
  }
}
