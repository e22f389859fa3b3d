import type { Command, Option } from "commander";
import type { Subcommands } from "../subcommand.js";

/** What can be entered as the value of an option. */
export type ValueKind = "file" | "directory" | "any" | { readonly choices: readonly string[] };

/** An option as a shell completes it. */
export interface DescribedOption {
  /** `--name`, and the short form if there is one. */
  readonly flags: readonly string[];
  readonly about: string;
  /** `undefined` if it takes no value. */
  readonly value: ValueKind | undefined;
}

/** A command as a shell completes it. */
export interface DescribedCommand {
  readonly name: string;
  readonly about: string;
  /** What follows the command itself, if that is one of a few words. */
  readonly words: readonly string[];
  readonly options: readonly DescribedOption[];
}

function valueOf({ required, optional, flags, argChoices }: Option): ValueKind | undefined {
  if (!required && !optional) return undefined;
  if (argChoices) return { choices: argChoices };
  if (flags.includes("<file>")) return "file";
  return flags.includes("<dir>") ? "directory" : "any";
}

function describe(name: string, about: string, command: Command): DescribedCommand {
  const options = command.options.map((option): DescribedOption => {
    const flags = [option.long, option.short].filter((flag) => flag !== undefined && flag !== null);
    return { flags, about: option.description, value: valueOf(option) };
  });
  const words = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const help = { flags: ["--help", "-h"], about: "show the options", value: undefined };
  return { name, about, words, options: [...options, help] };
}

/** Every command, as its own definition has it. */
export async function describeCommands(all: Subcommands): Promise<readonly DescribedCommand[]> {
  const described: DescribedCommand[] = [];
  for (const [name, { about, load }] of all) {
    described.push(describe(name, about, (await load()).createCommand()));
  }
  const help: DescribedCommand = {
    name: "help",
    about: "show the options of a command",
    words: [...all.keys()],
    options: [],
  };
  return [...described, help];
}
