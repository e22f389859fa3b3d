import type { CodePointSet, SetItem } from "./program.js";

/** Code points as sorted, inclusive ranges: low, high, low, high, … */
export type Ranges = readonly number[];

const LAST = 0x10ffff;
/**
 * Size of a range up to which the other case of its members is added. Larger ranges are assumed to contain both cases.
 */
const MAX_FOLDED = 512;

let everything: string | undefined;
const SPACES: Ranges = [
  9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
];
const WORD: Ranges = [48, 57, 65, 90, 95, 95, 97, 122];
const kinds = new Map<string, Ranges>([
  ["\\d", [48, 57]],
  ["\\D", complement([48, 57])],
  ["\\s", SPACES],
  ["\\S", complement(SPACES)],
  ["\\w", WORD],
  ["\\W", complement(WORD)],
]);

/** A string of all code points, except surrogates, which are not characters. */
function allCharacters(): string {
  if (everything !== undefined) return everything;
  const parts: string[] = [];
  for (let from = 0; from <= LAST; from += 0x800) {
    if (from === 0xd800) continue;
    parts.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, at) => from + at)));
  }
  everything = parts.join("");
  // The string takes four megabytes and is only needed while a pattern is analysed.
  queueMicrotask(() => (everything = undefined));
  return everything;
}

/** The members of a character class escape such as `\d` or `\p{L}`. */
function rangesOfKind(kind: RegExp): Ranges {
  const known = kinds.get(kind.source);
  if (known !== undefined) return known;
  const ranges: number[] = [];
  for (const [run] of allCharacters().matchAll(new RegExp(`(?:${kind.source})+`, "gu"))) {
    const low = run.codePointAt(0)!;
    const high = Array.from(run.slice(-2)).at(-1)!.codePointAt(0)!;
    ranges.push(low, high);
  }
  kinds.set(kind.source, ranges);
  return ranges;
}

function rangesOfItem(item: SetItem): Ranges {
  if (typeof item === "number") return [item, item];
  return item instanceof RegExp ? rangesOfKind(item) : item;
}

/** The ranges with both cases of their members, as for the `i` flag. */
function withOtherCase(ranges: Ranges): Ranges {
  const folded = [...ranges];
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at + 1]! - ranges[at]! > MAX_FOLDED) continue;
    for (let point = ranges[at]!; point <= ranges[at + 1]!; point++) {
      const character = String.fromCodePoint(point);
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        const found = other.codePointAt(0)!;
        if (found !== point) folded.push(found, found);
      }
    }
  }
  return folded;
}

function inOrder(ranges: Ranges): Ranges {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at]!, ranges[at + 1]!]);
  pairs.sort(([a], [b]) => a - b);
  const merged: number[] = [];
  for (const [low, high] of pairs) {
    const end = merged.at(-1);
    if (end !== undefined && low <= end + 1) merged[merged.length - 1] = Math.max(end, high);
    else merged.push(low, high);
  }
  return merged;
}

function complement(ranges: Ranges): Ranges {
  const rest: number[] = [];
  let next = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! > next) rest.push(next, ranges[at]! - 1);
    next = ranges[at + 1]! + 1;
  }
  if (next <= LAST) rest.push(next, LAST);
  return rest;
}

/** The members of a set. */
export function rangesOf({ items, negated }: CodePointSet, flags: string): Ranges {
  // With the `s` flag, `.` also matches line ends.
  if (flags.includes("s") && negated && items.includes(10)) return [0, LAST];
  const given = items.flatMap(rangesOfItem);
  const ranges = inOrder(flags.includes("i") ? withOtherCase(given) : given);
  return negated ? complement(ranges) : ranges;
}

/**
 * Divides the characters into classes that the sets distinguish. Each class is one bit, and each set is the bits of the
 * classes in it.
 */
export function classesOf(sets: readonly Ranges[]): {
  readonly masks: readonly bigint[];
  readonly all: bigint;
} {
  const edges = new Set([0]);
  for (const ranges of sets)
    for (let at = 0; at < ranges.length; at += 2) edges.add(ranges[at]!).add(ranges[at + 1]! + 1);
  const starts = [...edges].filter((edge) => edge <= LAST).sort((a, b) => a - b);
  const masks = sets.map(() => 0n);
  const positions = sets.map(() => 0);
  const classes = new Map<string, bigint>();
  let all = 0n;
  for (const start of starts) {
    let members = "";
    for (const [id, ranges] of sets.entries()) {
      while (ranges[positions[id]! + 1]! < start) positions[id]! += 2;
      if (ranges[positions[id]!]! <= start) members += `${id},`;
    }
    let bit = classes.get(members);
    if (bit === undefined) {
      classes.set(members, (bit = 1n << BigInt(classes.size)));
      all |= bit;
      for (const id of members.split(",").slice(0, -1)) masks[Number(id)]! |= bit;
    }
  }
  return { masks, all };
}
