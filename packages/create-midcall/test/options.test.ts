import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageName, readOptions, UsageError } from "../src/options.js";
import { VERSIONS } from "../src/versions.js";

const root = new URL("../../../", import.meta.url);

describe("the command line", () => {
  it.each([
    [["--kind", "angular"], "--kind must be one of server, react, terminal"],
    [["--language", "py"], "--language must be one of ts, js"],
    [["--nonsense"], "--nonsense"],
    [["one", "two"], 'Only one folder can be created, but "two" follows it.'],
  ])("refuses %j", (words, why) => {
    expect(() => readOptions(words)).toThrow(UsageError);
    expect(() => readOptions(words)).toThrow(why);
  });

  it.each([
    ["My Server", "my-server"],
    ["a/b/.hidden", "hidden"],
    ["Größe", "gr-e"],
    ["…", "my-mcp-project"],
  ])("names the package after the folder %j", (given, name) => {
    expect(packageName(given)).toBe(name);
  });
});

it("creates projects with the versions that midcall is tested with", () => {
  const read = (
    path: string,
  ): {
    version?: string;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  } => JSON.parse(readFileSync(new URL(path, root), "utf8")) as never;
  const tested = {
    ...read("package.json").devDependencies,
    ...read("packages/cli/package.json").dependencies,
  };
  const own = {
    midcall: read("packages/midcall/package.json").version,
    "@midcall/cli": read("packages/cli/package.json").version,
  };
  const other = { "react-dom": tested["react"], ...own } as Record<string, string | undefined>;
  const major = (range: string | undefined): string | undefined => /\d+/.exec(range ?? "")?.[0];
  for (const [name, range] of Object.entries(VERSIONS)) {
    expect([name, major(range)]).toEqual([name, major(other[name] ?? tested[name])]);
  }
});
