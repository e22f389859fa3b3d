import type { Command as Definition } from "commander";
import type { CommandLine } from "./connect/target.js";

/** Every subcommand by its name. */
export type Subcommands = ReadonlyMap<string, Subcommand>;

/** A subcommand, loaded when it is used. */
export interface Subcommand {
  /** One line for `midcall --help`. */
  readonly about: string;
  readonly load: () => Promise<{
    /**
     * Runs the command and returns the exit code. An error is printed; the exit code is 2 for a UsageError, else 1.
     *
     * @param all - all subcommands, for one that is about them
     */
    run(line: CommandLine, all: Subcommands): Promise<number>;
    /** Its options, for its help and for the completion in a shell. */
    createCommand(): Definition;
  }>;
}
