/** Shells and runtimes: what follows their option for code can be used by the code. */
const INTERPRETER =
  /^(?:(?:ba|z|da|k|fi|c|tc|a)?sh|node|nodejs|deno|bun|python[\d.]*|pypy[\d.]*|perl|ruby|php|lua|osascript|tsx|ts-node)$/;
/** Shells that join all words after their option to one line, which starts with another program. */
const JOINER = /^(?:cmd|powershell|pwsh)$/;
/** Programs that run the package or program in their arguments. */
const RUNNER =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx|uvx?|pipx|dnx|dotnet|java|go|cargo|docker|podman|env|sudo|doas|nice|nohup|time|timeout|stdbuf|setsid|xargs|exec|wsl|busybox|mise|volta|corepack|start|open)$/;

/** What a word is when it is the name of a program that runs others. */
export type Launcher = "interpreter" | "joiner" | "runner" | undefined;

/** The name of a program without its directory and ending. */
export const programName = (word: string): string =>
  word
    .replace(/^.*[\\/]/, "")
    .replace(/\.(?:exe|cmd|bat)$/i, "")
    .toLowerCase();

/** Whether a program runs what its arguments say. */
export function launcherKind(word: string): Launcher {
  const name = programName(word);
  if (INTERPRETER.test(name)) return "interpreter";
  if (JOINER.test(name)) return "joiner";
  return RUNNER.test(name) ? "runner" : undefined;
}

/** Whether it is a part of a launcher's command, such as `run`, and not what is run. */
export const isSubcommand = (word: string): boolean =>
  /^(?:run|exec|x|dlx|tool|compose|container)$/.test(word);

/** Options without a value, which launchers are often given. */
export const isSwitch = (word: string): boolean =>
  /^(?:-y|--yes|-i|--rm|-it|-t|--init|-q|--quiet|-s|--silent|--no-install|--isolated|--privileged)$/.test(
    word,
  );

/** Whether the word after an option is code, or a module or package that is loaded. */
export const takesCode = (option: string, program: string): boolean =>
  /^(?:docker|podman)$/.test(program)
    ? false
    : /^(?:-[a-z]*c|-e|-p|-pe|-r|-m|-S|-jar|--eval|--print|--import|--require|--loader|--experimental-loader|--command|--call|--package|--from|--with|\/[ck]|-command|-encodedcommand|-ec?|-file|-f)$/i.test(
        option,
      );

/** Whether an option of an interpreter gives it its code, and not only a module. */
export const givesCode = (option: string): boolean =>
  /^(?:-[a-z]*c|-e|-p|-pe|-r|--eval|--print|--command)$/i.test(option);
