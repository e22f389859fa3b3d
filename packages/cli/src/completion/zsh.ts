import type { DescribedCommand, DescribedOption, ValueKind } from "./described-command.js";

/** A word in single quotes. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** A text where `_arguments` and `_describe` give some characters a meaning. */
const plain = (text: string): string => text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);

function action(value: ValueKind): string {
  if (value === "file") return ":file:_files";
  if (value === "directory") return ":directory:_files -/";
  return value === "any" ? ":value: " : `:value:(${value.choices.join(" ")})`;
}

/** Each option may be repeated, as some of them can. */
function specs({ flags, about, value }: DescribedOption): string[] {
  return flags.map((flag) => {
    // With "=", the value may also be the next word.
    const head = value !== undefined && flag.startsWith("--") ? `*${flag}=` : `*${flag}`;
    return quote(`${head}[${plain(about)}]${value === undefined ? "" : action(value)}`);
  });
}

function commandCase({ name, words, options }: DescribedCommand): string {
  const word = words.length > 0 ? `1:word:(${words.join(" ")})` : "*:argument:_files";
  const lines = [...options.flatMap(specs), quote(word)].map((spec) => `        ${spec}`);
  return `    ${name})
      _arguments -s \\
${lines.join(" \\\n")}
      ;;`;
}

/** After `--` stands the command of a server, with its own arguments. */
export function zshScript(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name, about }) => `    ${quote(`${name}:${plain(about)}`)}`);
  return `#compdef midcall
# Completion of midcall for zsh. In ~/.zshrc, after compinit:
#   eval "$(midcall completion zsh)"
_midcall() {
  local -a commands
  local at=\${words[(i)--]}
  if ((at < CURRENT)); then
    words=("\${(@)words[at+1,-1]}")
    ((CURRENT -= at))
    _normal
    return
  fi
  commands=(
${names.join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local name=\${words[2]}
  words=("\${(@)words[2,-1]}")
  ((CURRENT -= 1))
  case $name in
${commands.map(commandCase).join("\n")}
  esac
}
if [ "\${funcstack[1]}" = "_midcall" ]; then
  _midcall "$@"
else
  compdef _midcall midcall
fi`;
}
