import type { Pattern } from "./index.js";

/*
 * Regular expressions of other languages that are valid in ECMAScript as well, and mean something else there. Whatever is
 * not valid (`\A`, `(?i)`, `a++`, `(?P<name>…)`, `\Q…\E`, `\x{41}`) is a syntax error of `compilePattern`.
 */
const FOREIGN: readonly RegExp[] = [
  // With delimiters: /^a$/i, ~^a$~, #^a$#. What comes before ^ or after $ never matches.
  /^[/~#@!%]\^|(?<!\\)\$[/~#@!%][a-zA-Z]*$/,
  // Names of Java and Ruby for ASCII or POSIX classes, which are wider classes of Unicode in ECMAScript.
  /\\p\{(?:Alpha|Lower|Upper|Space|Blank|Digit|Punct)\}/i,
];

/** What may not stand in a class: a further class ([:alpha:], [a-z&&[^b]], [a[bc]]), or an operation on sets. */
const IN_CLASS = /\[|&&|--|~~/;

/**
 * Whether a pattern may be written for another language, in which it means something else. A leading `]` in a class is a
 * character in all other languages, and an empty class in ECMAScript.
 */
export function isForeignPattern(source: string): boolean {
  if (FOREIGN.some((expression) => expression.test(source))) return true;
  // Escapes are out of the way; what remains of a class ends at its first bracket.
  const plain = source.replace(/\\[^]/g, "\\");
  for (const [, first = "", members = ""] of plain.matchAll(/\[\^?(\]?)([^\]]*)/g)) {
    if (first || IN_CLASS.test(members)) return true;
  }
  return false;
}

/** A pattern that matches what all of them match. */
export function allOfPatterns(patterns: readonly [Pattern, ...Pattern[]]): Pattern {
  const [first, ...others] = patterns;
  if (others.length === 0) return first;
  const run: Pattern["run"] = (input) => {
    let steps = 0;
    for (const pattern of patterns) {
      const one = pattern.run(input);
      steps += one.steps;
      if (!one.matched) return { matched: false, steps };
    }
    return { matched: true, steps };
  };
  return {
    source: patterns.map(({ source }) => source).join(" … "),
    size: patterns.reduce((sum, { size }) => sum + size, 0),
    run,
    test: (input) => run(input).matched,
  };
}
