import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * The lowest versions of optional peers that stand above every advisory published for them. Raise one with the next
 * advisory; the tests of the pages were run on the floor as well.
 */
const ABOVE_ADVISORIES: Readonly<Record<string, string>> = {
  // GHSA-hxh3-vqpv-xpqv; before it GHSA-gqvv-2mrq-wpjv, -g6gw-c38x-mqfc, -crvj-82cr-hjcx (4.13.5) and many more.
  hono: "4.13.7",
  // GHSA-35q2-47q7-3pc3 (3.1.1).
  redis: "5.0.0",
};

const read = (path: string): { peerDependencies: Record<string, string> } =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8")) as {
    peerDependencies: Record<string, string>;
  };

const numbers = (version: string): number[] => version.split(".").map(Number);

it.each(Object.entries(ABOVE_ADVISORIES))("%s starts at %s or later", (name, lowest) => {
  const { peerDependencies } = read("packages/midcall/package.json");
  for (const range of peerDependencies[name]!.split("||")) {
    const [, floor = ""] = /^\s*\^(\d+\.\d+\.\d+)\s*$/.exec(range)!;
    const difference = numbers(floor).map((part, at) => part - numbers(lowest)[at]!);
    expect(difference.find((part) => part !== 0) ?? 0, range).toBeGreaterThanOrEqual(0);
  }
});
