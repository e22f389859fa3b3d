import type { DescribedCommand, DescribedOption, ValueKind } from "./described-command.js";

/** A word in single quotes. */
const quote = (word: string): string => `'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

function valueOf(value: ValueKind | undefined): string {
  if (value === undefined) return "";
  if (value === "file") return " -r -F";
  if (value === "directory") return " -x -a '(__fish_complete_directories)'";
  return value === "any" ? " -x" : ` -x -a ${quote(value.choices.join(" "))}`;
}

function optionLine(when: string, { flags, about, value }: DescribedOption): string {
  const named = flags.map((flag) => {
    return flag.startsWith("--") ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`;
  });
  return `complete -c midcall -n ${quote(when)}${named.join("")}${valueOf(value)} -d ${quote(about)}`;
}

/** After `--` stands the command of a server. */
export function fishScript(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ name, about, words, options }) => {
    const within = `__midcall_own; and __fish_seen_subcommand_from ${name}`;
    return [
      `complete -c midcall -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
      ...(words.length > 0
        ? [`complete -c midcall -n ${quote(within)} -f -a ${quote(words.join(" "))}`]
        : []),
      ...options.map((option) => optionLine(within, option)),
    ];
  });
  return `# Completion of midcall for fish. Once:
#   midcall completion fish > ~/.config/fish/completions/midcall.fish
function __midcall_own
    not contains -- -- (commandline -opc)
end
${lines.join("\n")}`;
}
