import { readFileSync } from "node:fs";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { CommandLine } from "../connect/target.js";
import { describeError } from "../describe-error.js";
import { UsageError } from "../errors.js";

/** An entry that has to be in the log. */
export interface ExpectedEntry {
  readonly seq: number;
  readonly digest: string;
}

/** Which entries are shown. */
export interface Filter {
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly server: string | undefined;
  readonly user: string | undefined;
  readonly action: string | undefined;
}

/** The parsed command line of `midcall audit`. */
export interface AuditOptions {
  readonly task: "verify" | "show";
  readonly files: readonly string[];
  readonly json: boolean;
  readonly keys: readonly string[] | undefined;
  readonly expected: readonly ExpectedEntry[];
  readonly filter: Filter;
}

interface Flags extends Partial<Filter> {
  readonly json: boolean;
  readonly keyFile?: string;
  readonly expect: readonly ExpectedEntry[];
}

/** Options that only one of the tasks has. */
const ONLY = {
  verify: ["keyFile", "expect"],
  show: ["since", "until", "server", "user", "action"],
} as const;

const KEY_VARIABLE = "MIDCALL_AUDIT_KEY";

const HELP_AFTER = `
verify checks the hash chain that a file sink with the option "chain" writes: that no entry was
removed, changed, swapped or inserted. Entries removed from the end of a chain cannot be seen
without an anchor: keep the --expect that verify prints in another place, and pass it the next time.
Several files are the parts of one log, in their order.

The key is never an argument, which other users of the machine could read: it is in --key-file,
one key on each line, or in the variable ${KEY_VARIABLE}.

A TIME is a date, a date with a time, or how long ago: 2026-11-25, 2026-11-25T09:30Z, 90m, 24h, 7d.

Exit codes of verify (show ends with 0, or 2)
  0    every entry is as it was written
  1    an entry is missing, changed, out of order or without a chain
  2    nothing was verified: the command line is invalid, a file could not be read, or the key is missing`;

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns milliseconds since 1970 */
function parseTime(word: string): number {
  const [, ago, unit] = /^(\d{1,6})([mhd])$/.exec(word) ?? [];
  if (ago !== undefined) return Date.now() - Number(ago) * UNITS[unit as keyof typeof UNITS];
  const time = /^\d{4}-\d\d-\d\d/.test(word) ? Date.parse(word) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new InvalidArgumentError("It must be a date such as 2026-11-25, or 90m, 24h or 7d ago.");
  }
  return time;
}

function parseExpected(word: string, before: readonly ExpectedEntry[]): readonly ExpectedEntry[] {
  const [, seq, digest] = /^([1-9]\d{0,14}):((?:hmac-)?sha256:[\da-f]{64})$/.exec(word) ?? [];
  if (seq === undefined || digest === undefined) {
    throw new InvalidArgumentError("It must be a number and a digest, as verify prints them.");
  }
  return [...before, { seq: Number(seq), digest }];
}

/** The definition of `midcall audit`. */
export function createCommand(): Command {
  return new Command("midcall audit")
    .description("Verifies or shows an audit log of midcall, which is a file of JSON Lines.")
    .usage("verify [options] FILE…\n       midcall audit show [options] FILE…")
    .addArgument(new Argument("<task>").choices(["verify", "show"]))
    .argument("<file...>")
    .option("--key-file <file>", "verify: the key of the chain is in this file")
    .addOption(
      new Option(
        "--expect <entry>",
        "verify: this entry, N:DIGEST, has to be there; can be repeated",
      )
        .default([], "none")
        .argParser(parseExpected),
    )
    .addOption(
      new Option("--since <time>", "show: only what ended at this time or later").argParser(
        parseTime,
      ),
    )
    .addOption(new Option("--until <time>", "show: only what ended before").argParser(parseTime))
    .option("--server <name>", "show: only questions of this server")
    .option("--user <name>", "show: only questions to this user")
    .addOption(
      new Option("--action <action>", "show: only questions that ended like this").choices([
        "accept",
        "decline",
        "cancel",
        "unanswered",
      ]),
    )
    .option("--json", "print JSON: one object (verify), or one line for each entry (show)", false)
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP_AFTER)
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
}

/** @returns `undefined` after help was shown. @throws UsageError */
export function parseOptions({ own, server }: CommandLine): AuditOptions | undefined {
  const command = createCommand();
  try {
    command.parse([...own, ...server], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    const what = error.message.replace(/^error: /, "");
    throw new UsageError(`${what} (Run midcall audit --help for the options.)`);
  }
  const [task, ...files] = command.args as [AuditOptions["task"], ...string[]];
  const flags = command.opts<Flags>();
  const other = task === "verify" ? "show" : "verify";
  const foreign = ONLY[other].find((name) => command.getOptionValueSource(name) === "cli");
  if (foreign !== undefined) {
    const option = foreign.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${option} is an option of midcall audit ${other}. Leave it out.`);
  }
  const { since, until, server: name, user, action } = flags;
  return {
    ...{ task, files, json: flags.json, expected: flags.expect },
    keys: task === "verify" ? readKeys(flags.keyFile) : undefined,
    filter: { since, until, server: name, user, action },
  };
}

/** @throws UsageError when the file cannot be read or is empty */
function readKeys(file: string | undefined): readonly string[] | undefined {
  const variable = process.env[KEY_VARIABLE];
  if (file === undefined) return variable === undefined || variable === "" ? undefined : [variable];
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`The key could not be read: ${describeError(error)}`, { cause: error });
  }
  const keys = text.split(/\r?\n/).filter((line) => line !== "");
  if (keys.length === 0) throw new UsageError(`There is no key in ${file}.`);
  return keys;
}
