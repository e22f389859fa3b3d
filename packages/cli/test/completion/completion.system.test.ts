import { beforeAll, describe, expect, it } from "vitest";
import { midcall } from "../run-midcall.js";
import { completions, inShell, readScripts, scripts } from "./shells.js";

// In fish and zsh: completion-shells.hour.test.ts, at night.
beforeAll(readScripts);

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
