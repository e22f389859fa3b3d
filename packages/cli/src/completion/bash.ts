import type { DescribedCommand } from "./described-command.js";

const reply = (words: readonly string[]): string =>
  `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`;

/** What completes the value of the option before the cursor. Without an answer of ours, bash completes files. */
function valueCases({ options }: DescribedCommand): string[] {
  const cases: string[] = [];
  const others: string[] = [];
  for (const { flags, value } of options) {
    if (typeof value === "object")
      cases.push(`        ${flags.join("|")}) ${reply(value.choices)} ;;`);
    else if (value !== undefined) others.push(...flags);
  }
  return others.length > 0 ? [...cases, `        ${others.join("|")}) ;;`] : cases;
}

function commandCase(command: DescribedCommand): string {
  const flags = command.options.flatMap((option) => option.flags);
  const cases = [...valueCases(command), `        *) ${reply([...command.words, ...flags])} ;;`];
  return `    ${command.name})
      case "$before" in
${cases.join("\n")}
      esac
      ;;`;
}

/** For bash 3.2 and later. After `--` stands the command of a server, which bash completes itself. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  return `# Completion of midcall for bash. In ~/.bashrc:
#   eval "$(midcall completion bash)"
_midcall() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ "\${COMP_WORDS[at]}" == "--" ]]; then return; fi
  done
  if ((COMP_CWORD == 1)); then
    ${reply([...commands.map(({ name }) => name), "--help", "--version"])}
    return
  fi
  # bash separates --option=value into three words.
  if [[ "$cur" == "=" ]]; then cur=""; elif [[ "$before" == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join("\n")}
  esac
}
complete -o default -F _midcall midcall`;
}
