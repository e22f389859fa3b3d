import type { CommandLine } from "./connect/target.js";

/** A subcommand, loaded when it is used. */
export interface Command {
  /** One line for `midcall --help`. */
  readonly about: string;
  readonly load: () => Promise<{
    /** Runs the command and returns the exit code. An error is printed; the exit code is 2 for a UsageError, else 1. */
    run(line: CommandLine): Promise<number>;
  }>;
}

/** Every subcommand by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "call",
    {
      about: "call a tool of an MCP server and answer its questions",
      load: () => import("./call/command.js"),
    },
  ],
  [
    "console",
    {
      about: "use your MCP servers from a page in your browser",
      load: () => import("./console/command.js"),
    },
  ],
]);
