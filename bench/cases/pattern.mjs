/**
 * The linear-time `pattern` matcher compared with the native engine, on hostile and on ordinary patterns.
 */
import { median } from "../statistics.mjs";

/** Patterns for which the native engine takes exponential or high polynomial time. */
const HOSTILE = [
  { pattern: "^(a+)+$", input: (n) => `${"a".repeat(n)}!` },
  { pattern: "^(a|a)*$", input: (n) => `${"a".repeat(n)}!` },
  { pattern: "^(a|aa)+$", input: (n) => `${"a".repeat(n)}!` },
  { pattern: "^([a-z]+\\d?)+$", input: (n) => `${"ab".repeat(n / 2)}!` },
  { pattern: "(x+x+)+y", input: (n) => "x".repeat(n) },
  { pattern: "^(([a-z])+.)+[A-Z]([a-z])+$", input: (n) => "a".repeat(n) },
  { pattern: "^(\\w+\\s?)*$", input: (n) => `${"word".repeat(n / 4)}!` },
  { pattern: ".*.*.*=.*", input: (n) => "x".repeat(n) },
  { pattern: "(a?){20}a{20}b", input: (n) => "a".repeat(n) },
  { pattern: "(a*)*(b*)*(c*)*$", input: (n) => `${"abc".repeat(n / 3)}!` },
];

const ORDINARY = [
  { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", input: "release-candidate-2026-07-28" },
  { pattern: "^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$", input: "DE89370400440532013000" },
  { pattern: "^\\d{4}-\\d{2}-\\d{2}$", input: "2026-07-28" },
  { pattern: "^[^@\\s]+@[^@\\s]+\\.[a-z]+$", input: "somebody@mail.example.com" },
];

const NATIVE_LENGTH = 22;

/** @param {() => void} work @returns {number} median microseconds of one call */
function microsOf(work, budgetMs) {
  const samples = [];
  const end = performance.now() + budgetMs;
  do {
    const start = performance.now();
    work();
    samples.push((performance.now() - start) * 1000);
  } while (performance.now() < end && samples.length < 2_000);
  return median(samples);
}

/** @param {() => void} work @returns {number} calls per second */
function rateOf(work, milliseconds) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    for (let index = 0; index < 100; index += 1) work();
    count += 100;
  }
  return count / ((performance.now() - start) / 1000);
}

async function hostile(quick) {
  const { compilePattern } = await import("../../packages/midcall/dist/schema/pattern/index.js");
  const lengths = quick ? [1_000, 2_000, 4_000] : [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
  const runs = HOSTILE.map(({ pattern, input }) => {
    const compiled = compilePattern(pattern);
    const native = new RegExp(pattern, "u");
    const small = input(NATIVE_LENGTH);
    if (compiled.test(small) !== native.test(small))
      throw new Error(`${pattern} disagrees with the native engine`);
    const steps = lengths.map((length) => compiled.run(input(length)).steps);
    const longest = input(lengths.at(-1));
    return {
      pattern,
      steps: lengths.map((length, index) => ({ length, steps: steps[index] })),
      // 1 means linear: doubling the input doubles the steps.
      growth: Math.max(...steps.slice(1).map((count, index) => Math.log2(count / steps[index]))),
      stepsPerCharacter: steps.at(-1) / longest.length,
      microsAtLongest: microsOf(() => compiled.test(longest), 30),
      midcall: microsOf(() => compiled.test(small), 20),
      other: microsOf(() => native.test(small), 20),
    };
  });
  const worst = Math.max(...runs.map(({ growth }) => growth));
  if (worst > 1.05)
    throw new Error(`a pattern's steps grow faster than its input: exponent ${worst.toFixed(3)}`);
  return {
    ratio: median(runs.map(({ midcall, other }) => other / midcall)),
    median: median(runs.map(({ stepsPerCharacter }) => stepsPerCharacter)),
    unit: "steps per character",
    note: `steps grow with exponent ${worst.toFixed(3)} at most, to ${lengths.at(-1)} characters in at most ${(Math.max(...runs.map((run) => run.microsAtLongest)) / 1000).toFixed(1)} ms; ratio is of times at ${NATIVE_LENGTH} characters`,
    runs,
  };
}

async function ordinary(quick) {
  const { compilePattern } = await import("../../packages/midcall/dist/schema/pattern/index.js");
  const runs = ORDINARY.map(({ pattern, input }) => {
    const compiled = compilePattern(pattern);
    const native = new RegExp(pattern, "u");
    const budget = quick ? 50 : 300;
    rateOf(() => compiled.test(input), budget);
    return {
      pattern,
      midcall: rateOf(() => compiled.test(input), budget),
      other: rateOf(() => native.test(input), budget),
    };
  });
  return {
    ratio: median(runs.map(({ midcall, other }) => midcall / other)),
    median: median(runs.map(({ midcall }) => midcall)),
    otherMedian: median(runs.map(({ other }) => other)),
    unit: "matches/s",
    note: "the price of linear time where the native engine would have done",
    runs,
  };
}

export const cases = [
  {
    id: "pattern-hostile",
    against: "native-regexp",
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => hostile(quick),
  },
  {
    id: "pattern-ordinary",
    against: "native-regexp",
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => ordinary(quick),
  },
];
