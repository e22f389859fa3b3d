import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import type { CommandLine } from "../connect/target.js";
import { defaultStateDir } from "../default-state-dir.js";
import { UsageError } from "../errors.js";

/** The options of `midcall wrap` and `midcall unwrap`. */
export interface WrapOptions {
  readonly hosts: readonly string[];
  readonly servers: readonly string[];
  readonly files: readonly string[];
  readonly state: string;
  readonly yes: boolean;
  readonly print: boolean;
}

const collect = (word: string, before: string[]): string[] => [...before, word];

const HELP_AFTER = `
Without --server, every server is meant. The changes are shown, and you are asked before a file is
written; without a terminal, --yes is needed. A copy of each file is kept in --state DIR.

Exit codes
  0    done, or nothing to do
  1    a file could not be read or written; the others were
  2    the command line is invalid
  3    you said no; nothing was written
  130  interrupted`;

/** Defines a command with these options. */
export function defineOptions(name: string, about: string): Command {
  return new Command(`midcall ${name}`)
    .description(about)
    .usage("[options]")
    .option("--host <host>", "only hosts with this in their name, such as cursor", collect, [])
    .option("--server <name>", "only this server; can be repeated", collect, [])
    .option("--file <file>", "this file instead of those of known hosts", collect, [])
    .option("--yes", "write without asking")
    .option("--print", "print the result and write nothing")
    .option("--state <dir>", `where copies are kept (default: ${defaultStateDir()})`)
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP_AFTER)
    .configureOutput({ writeErr: () => {} })
    .allowExcessArguments(false)
    .exitOverride();
}

/** @returns `undefined` after help was shown. @throws UsageError */
export function parseOptions(
  command: Command,
  { own, server }: CommandLine,
): WrapOptions | undefined {
  try {
    command.parse([...own, ...server], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new UsageError(error.message.replace(/^error: /, ""));
  }
  const flags = command.opts<{
    host: string[];
    server: string[];
    file: string[];
    yes?: boolean;
    print?: boolean;
    state?: string;
  }>();
  return {
    hosts: flags.host,
    servers: flags.server,
    files: flags.file.map((path) => resolve(path)),
    state: resolve(flags.state ?? defaultStateDir()),
    yes: flags.yes === true,
    print: flags.print === true,
  };
}
