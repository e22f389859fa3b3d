import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { midcall, ownFolder } from "../run-midcall.js";

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await midcall(["completion", shell], { ownProcess: true });
    expect(code).toBe(0);
    scripts[shell] = stdout;
  }
});

const isThere = (shell: string): boolean => spawnSync(shell, ["--version"]).error === undefined;

/** Runs a script of lines in a shell, with the completion of midcall for it in `$1`. */
function inShell(shell: string, lines: readonly string[], options: readonly string[] = []): string {
  using folder = ownFolder();
  const script = folder.write("script", lines.join("\n"));
  const completion = folder.write("completion", scripts[shell]!);
  const words = [...options, script, completion];
  const { status, stdout, stderr } = spawnSync(shell, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

/** What is completed, sorted, of words of which the last is where the cursor is. */
const completions: readonly [words: string[], completed: string[]][] = [
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

describe("the completion of a shell", () => {
  it.each(completions)("in bash, of %j", (words, completed) => {
    const said = inShell("bash", [
      'source "$1"',
      `COMP_WORDS=(midcall ${words.join(" ")}); COMP_CWORD=${words.length}`,
      "_midcall",
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ]);
    expect(said.split("\n").filter(Boolean).sort()).toEqual(completed);
  });

  it("in bash, of a value after an equals sign, which bash makes a word of", () => {
    const said = inShell("bash", [
      'source "$1"',
      "COMP_WORDS=(midcall call --protocol-version = 2026); COMP_CWORD=4",
      "_midcall",
      'echo "${COMPREPLY[@]}"',
    ]);
    expect(said).toBe("2026-07-28\n");
  });

  it.runIf(isThere("fish")).each(completions)("in fish, of %j", (words, completed) => {
    const said = inShell("fish", [
      "source $argv[1]",
      `complete -C ${JSON.stringify(`midcall ${words.join(" ")}`)}`,
    ]);
    const names = said.split("\n").map((line) => line.split("\t")[0]!);
    expect(names.filter(Boolean).sort()).toEqual(completed);
  });

  it.runIf(isThere("zsh"))("is a script that zsh can read", () => {
    inShell("zsh", [scripts["zsh"]!], ["-n"]);
  });

  it.each(["bash", "zsh", "fish"])("has every command and option, in %s", async (shell) => {
    for (const command of ["call", "console"]) {
      const { stdout } = await midcall(["help", command]);
      const options = [...stdout.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name!);
      expect(options.length).toBeGreaterThan(7);
      for (const option of options)
        expect(scripts[shell]).toMatch(shell === "fish" ? `-l ${option} ` : `--${option}`);
      expect(scripts[shell]).toContain(command);
    }
  });

  it("is explained, and refused for another shell", async () => {
    const { code, stdout } = await midcall(["help", "completion"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('eval "$(midcall completion zsh)"'),
    ]);
    for (const words of [[], ["tcsh"], ["bash", "zsh"]]) {
      const { code, stderr } = await midcall(["completion", ...words]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("Name one shell")]);
    }
  });
});
