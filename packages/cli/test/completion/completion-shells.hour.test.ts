import { beforeAll, describe, expect, it } from "vitest";
import { completions, inShell, readScripts, scripts } from "./shells.js";

beforeAll(readScripts);

describe("the completion of a shell that not every system has", () => {
  it.each(completions)("in fish, of %j", (words, completed) => {
    const said = inShell("fish", [
      "source $argv[1]",
      `complete -C ${JSON.stringify(`midcall ${words.join(" ")}`)}`,
    ]);
    const names = said.split("\n").map((line) => line.split("\t")[0]!);
    expect(names.filter(Boolean).sort()).toEqual(completed);
  });

  it("is a script that zsh can read", () => {
    inShell("zsh", [scripts["zsh"]!], ["-n"]);
  });
});
