import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../src/schema/pattern/index.js";

interface Catastrophe {
  readonly name: string;
  readonly source: string;
  readonly input: (length: number) => string;
}

const repeated =
  (text: string, end = "") =>
  (length: number): string =>
    text.repeat(length / text.length) + end;

const manyRanges = Array.from({ length: 400 }, (_, i) => {
  const low = 0x4e00 + 5 * i;
  return `${String.fromCodePoint(low)}-${String.fromCodePoint(low + 2)}`;
}).join("");
const manyClasses = Array.from(
  { length: 400 },
  (_, i) => `[^${String.fromCodePoint(0x4e00 + i)}\\d]*`,
).join("");
const manyBranches = Array.from({ length: 200 }, (_, i) => `a{${i % 9}}b?`).join("|");

/**
 * Patterns that cost a backtracking engine exponential or high polynomial time. Counts stay below
 * the shorter input's length: until the longest one is reached, more states open at each position.
 */
const CATASTROPHES: readonly Catastrophe[] = [
  ...[
    ["(a+)+$", repeated("a", "!")] as const,
    ["^(a+)+$", repeated("a", "!")] as const,
    ["(a|a)*b", repeated("a")] as const,
    ["^(a|aa)+$", repeated("a", "!")] as const,
    ["(.*)*x", repeated("y")] as const,
    ["(.*)(.*)(.*)(.*)(.*)x", repeated("y")] as const,
    ["([a-z]+)*\\d", repeated("q")] as const,
    ["(([a-z]+)+)+\\d", repeated("q")] as const,
    ["((a*)*)*b", repeated("a")] as const,
    ["((a{1,5}){1,5}){1,5}b", repeated("a")] as const,
    ["((a{0,5}?){0,5}?){0,5}?b", repeated("a")] as const,
    ["(?:a?){40}a{40}b", repeated("a")] as const,
    ["(x{0,60}){0,30}y", repeated("x")] as const,
    ["[a-z]{1,100}\\d", repeated("q")] as const,
    ["^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$", repeated("a", "!")] as const,
    ["^(([a-z])+.)+[A-Z]([a-z])+$", repeated("a")] as const,
    ["^\\s+|\\s+$", repeated(" ", "x")] as const,
    ["(\\w+\\s?)*!", repeated("word ")] as const,
    ["(\\p{L}+|\\w+|[^\\d])*\\d", repeated("\u00e9a")] as const,
    ["(\\b\\w*\\b)*-", repeated("ab ")] as const,
  ].map(([source, input]): Catastrophe => ({ name: source, source, input })),
  { name: "200 alternatives", source: `(${manyBranches})*c`, input: repeated("a") },
  { name: "400 ranges", source: `[${manyRanges}]*x`, input: repeated("\u{1f600}a ") },
  { name: "400 classes", source: `${manyClasses}$`, input: repeated("ab", "0") },
  { name: "500 loops", source: `${"(".repeat(500)}a${")*".repeat(500)}b`, input: repeated("a") },
];

describe("work grows linearly with the input", () => {
  it.each(CATASTROPHES)("$name", ({ source, input }) => {
    const pattern = compilePattern(source);
    const shortInput = input(1200);
    const longInput = input(2400);
    const short = pattern.run(shortInput).steps;
    const long = pattern.run(longInput).steps;
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(2.2 * short);
    expect(short).toBeLessThanOrEqual(pattern.size * (shortInput.length + 1));
    expect(long).toBeLessThanOrEqual(pattern.size * (longInput.length + 1));
  });

  it("takes no more than the pattern's size in steps for each code point, on any of them", () => {
    for (const { source } of CATASTROPHES) {
      const pattern = compilePattern(source);
      for (const { input } of CATASTROPHES) {
        const text = input(60);
        const { steps } = pattern.run(text);
        expect(steps).toBeLessThanOrEqual(pattern.size * ([...text].length + 1));
      }
    }
  });

  it("counts the same steps each time", () => {
    const pattern = compilePattern("([a-z\\d]+)*!");
    expect(pattern.run("abc1abc")).toEqual(pattern.run("abc1abc"));
  });

  it("stops at the first sign of a match", () => {
    const pattern = compilePattern("ab");
    expect(pattern.run(`ab${"x".repeat(100_000)}`).steps).toBeLessThan(20);
  });

  it("leaves an anchored pattern as soon as it cannot match", () => {
    const pattern = compilePattern("^[a-z]+@");
    expect(pattern.run(`1${"x".repeat(100_000)}`).steps).toBeLessThan(20);
  });

  it("gets through a long input at the largest size", () => {
    const pattern = compilePattern("(?:[a-z]{1,40}){1,49}\\d");
    expect(pattern.size).toBeGreaterThan(3900);
    expect(pattern.test("abcd".repeat(500))).toBe(false);
  });
});
