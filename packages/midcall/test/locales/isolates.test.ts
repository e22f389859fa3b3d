import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayText } from "midcall/form";
import { LOCALES, SURFACES } from "./samples.js";
import { scaled } from "../../../../test/night.js";

/** Text in both directions, with what a hostile server would add to reorder its surroundings. */
const hostile = fc
  .array(
    fc.constantFrom("a", "ש", "م", "!", " ", "1", "\u202e", "\u2067", "\u2069", "\u2068", "\u202c"),
  )
  .map((parts) => displayText(parts.join("")));

describe.each(Object.entries(LOCALES))("texts in %s around hostile ones", (tag, locale) => {
  it.each(["react", "pages"] as const)("of %s keep their isolates in pairs", (surface) => {
    const catalogue = locale[surface] as unknown as Record<string, (...args: unknown[]) => string>;
    const named = Object.entries(SURFACES[surface].samples).filter(
      ([path, calls]) =>
        typeof catalogue[path] === "function" &&
        !["unsupported", "refusal", "urlRefusal", "askedAgain"].includes(path) &&
        calls.every((args) => args.every((arg) => typeof arg === "string")),
    );
    expect(named.length, tag).toBeGreaterThan(5);
    const textOf = (path: string, one: string, other: string): string =>
      path === "askedAgain"
        ? catalogue[path]!(`${one}\n\nThis is not "${other}.".`)
        : catalogue[path]!(one, other);
    const paths = named.map(([path]) => path);
    if (surface === "react") paths.push("askedAgain");
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        for (const path of paths) {
          let depth = 0;
          let lowest = 0;
          for (const char of textOf(path, one, other)) {
            if (char === "\u2068") depth += 1;
            if (char === "\u2069") depth -= 1;
            lowest = Math.min(lowest, depth);
          }
          // A value can neither end its isolate nor leave one open.
          expect([lowest, depth], path).toEqual([0, 0]);
        }
      }),
      { numRuns: scaled(20, 100) },
    );
  });
});
