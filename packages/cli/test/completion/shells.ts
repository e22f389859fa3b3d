import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { midcall, ownFolder } from "../run-midcall.js";

/** The completion of midcall for each shell. */
export const scripts: Record<string, string> = {};

export async function readScripts(): Promise<void> {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await midcall(["completion", shell], { ownProcess: true });
    expect(code).toBe(0);
    scripts[shell] = stdout;
  }
}

/** Runs a script of lines in a shell, with the completion of midcall for it in `$1`. */
export function inShell(
  shell: string,
  lines: readonly string[],
  options: readonly string[] = [],
): string {
  using folder = ownFolder();
  const script = folder.write("script", lines.join("\n"));
  const completion = folder.write("completion", scripts[shell]!);
  const words = [...options, script, completion];
  const { error, status, stdout, stderr } = spawnSync(shell, words, { encoding: "utf8" });
  if (error !== undefined) throw error;
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

/** What is completed, sorted, of words of which the last is where the cursor is. */
export const completions: readonly [words: string[], completed: string[]][] = [
  [["c"], ["call", "completion", "console"]],
  [
    ["call", "--a"],
    ["--answers", "--audit"],
  ],
  [
    ["call", "--protocol-version", "2025"],
    ["2025-06-18", "2025-11-25"],
  ],
  [["console", "--no"], ["--no-open"]],
  [["completion", "b"], ["bash"]],
  [
    ["help", "c"],
    ["call", "completion", "console"],
  ],
  [["call", "greet", "--", "--a"], []],
];
