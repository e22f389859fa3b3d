import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LOWEST_VERSIONS, warnOfOldPeers } from "../../packages/midcall/src/pages/peer-versions.js";

/**
 * The lowest versions of what the pages run with that stand above every advisory published for them. Raise one with the
 * next advisory; the tests of the pages were run on the floor as well.
 */
const ABOVE_ADVISORIES: Readonly<Record<string, string>> = {
  // GHSA-hxh3-vqpv-xpqv; before it GHSA-gqvv-2mrq-wpjv, -g6gw-c38x-mqfc, -crvj-82cr-hjcx (4.13.5) and many more.
  hono: "4.13.7",
};

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const { peerDependencies, peerDependenciesMeta } = JSON.parse(
  read("packages/midcall/package.json"),
) as {
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
};

const numbers = (version: string): number[] => version.split(".").map(Number);
const isBelow = (version: string, other: string): boolean => {
  const difference = numbers(version).map((part, at) => part - numbers(other)[at]!);
  return (difference.find((part) => part !== 0) ?? 0) < 0;
};

describe("the optional peers", () => {
  it("block no installation in a project that uses another version for something else", () => {
    const { "@modelcontextprotocol/server": server, "@modelcontextprotocol/client": client } =
      peerDependencies;
    expect([server, client]).toEqual(["^2.4.0", "^2.4.0"]);
    const narrow = Object.entries(peerDependencies).filter(([, range]) => range !== "*");
    expect(narrow.map(([name]) => name)).toEqual([
      "@modelcontextprotocol/client",
      "@modelcontextprotocol/server",
    ]);
    for (const name of Object.keys(peerDependencies))
      expect(peerDependenciesMeta[name], name).toEqual({ optional: true });
  });

  it.each(Object.entries(ABOVE_ADVISORIES))("of the pages start at %s %s", (name, lowest) => {
    expect(isBelow(LOWEST_VERSIONS[name]!, lowest)).toBe(false);
  });

  it("of the pages are named in the README with the versions that are warned of", () => {
    const row = read("README.md").match(/^\| `\/pages` +\| (.*) \|$/m)?.[1];
    for (const [name, version] of Object.entries(LOWEST_VERSIONS))
      expect(row).toContain(`\`${name}\` ${version.replace(/(?:\.0)+$/, "")}`);
  });

  it("of the pages are warned of when they are older", () => {
    const warned = (versions: Readonly<Record<string, string>>): string[] => {
      const messages: string[] = [];
      warnOfOldPeers(
        (message) => messages.push(message),
        (name) => versions[name],
      );
      return messages;
    };
    expect(
      warned({ hono: "4.13.7", oauth4webapi: "4.0.0", "rate-limiter-flexible": "11.4.0" }),
    ).toEqual([]);
    expect(warned({})).toEqual([]);
    expect(
      warned({ hono: "4.9.12", oauth4webapi: "3.7.9", "rate-limiter-flexible": "5.0.5" }),
    ).toEqual([
      expect.stringMatching(/^midcall\/pages uses hono 4\.9\.12, .* Run npm i hono@\^4\.13\.7\.$/),
      expect.stringContaining("oauth4webapi 3.7.9"),
      expect.stringContaining("rate-limiter-flexible 5.0.5"),
    ]);
  });
});
