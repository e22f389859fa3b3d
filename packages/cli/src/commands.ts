import type { splitCommandLine } from "./connect/target.js";

/** A subcommand, loaded when it is used. */
export interface Command {
  /** One line for `midcall --help`. */
  readonly about: string;
  readonly load: () => Promise<{
    /** Does it all and gives the exit code. What it throws is printed, with exit code 2 for a UsageError, else 1. */
    run(words: ReturnType<typeof splitCommandLine>): Promise<number>;
  }>;
}

/** Every subcommand by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "call",
    {
      about: "call a tool of any MCP server, and answer what it asks",
      load: () => import("./call/command.js"),
    },
  ],
  [
    "console",
    {
      about: "a page in your browser for all your servers",
      load: () => import("./console/command.js"),
    },
  ],
]);
