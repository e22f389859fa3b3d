import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { readLines } from "./headers.js";
import type { Target } from "./target.js";

/** Environment variables for a program, by name. The values may be secrets, so no message contains them. */
export type Environment = Readonly<Record<string, string>>;

/**
 * Parses environment variables: `NAME=value`, or `@FILE` for a file with one on each line. In a file, empty lines and lines
 * that begin with `#` are skipped.
 *
 * @throws UsageError that names the invalid variable without its value
 *
 * @example
 * ```ts
 * readVariables(["MODE=test", "@.env"]); // { MODE: "test", API_KEY: "…" }
 * ```
 */
export function readVariables(words: readonly string[]): Environment {
  const variables = new Map<string, string>();
  const add = (line: string, where: string): void => {
    const [, name, value] = /^([^=\0]{1,200})=([^\0]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || name !== name.trim()) {
      throw new UsageError(`${where}: A variable must be NAME=value.`);
    }
    if (variables.has(name))
      throw new UsageError(`${where}: "${safeLine(name, 100)}" is specified twice.`);
    variables.set(name, value);
  };
  words.forEach((word, index) => {
    if (!word.startsWith("@")) return add(word, words.length > 1 ? `--env ${index + 1}` : "--env");
    const path = word.slice(1);
    readLines(path, "environment").forEach((line, at) => {
      if (line.trim() !== "" && !line.startsWith("#"))
        add(line, `${safeLine(path, 200)}, line ${at + 1}`);
    });
  });
  return Object.fromEntries(variables);
}

/** Refuses what is only for a program. @throws UsageError */
export function assertProgramOptions(
  target: Target,
  given: { readonly env: readonly string[]; readonly cwd?: string | undefined },
): void {
  if (target.kind === "command") return;
  if (given.env.length > 0)
    throw new UsageError(
      "--env is for a server that is started with a command. Use --header for a URL.",
    );
  if (given.cwd !== undefined)
    throw new UsageError("--cwd is for a server that is started with a command.");
}
