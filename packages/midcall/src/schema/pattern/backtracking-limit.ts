import { growthOf } from "./ambiguity.js";
import { type Automaton, automatonOf } from "./automaton.js";
import { compile } from "./compile.js";
import type { Program } from "./program.js";

/** Limit of steps for a native match of one text: a few tenths of a second. */
const MAX_STEPS = 1e8;
/** A pattern with a larger exponent, or one that allows fewer characters than `MIN_LENGTH`, is rejected. */
const MAX_POWER = 5;
const MIN_LENGTH = 32;

/**
 * The maximum length of a text for the engine's own, backtracking matcher.
 *
 * @returns `Infinity` if the time is linear in the length; 0 if no limit is useful; `undefined` if the pattern cannot
 *   be analysed because of a backreference; `"unreadable"` if it cannot be parsed here for another reason, so that its
 *   time is unknown
 */
export function backtrackingLimit(source: string, flags = ""): NativeLimit {
  const key = `${flags}/${source}`;
  if (limits.has(key)) return limits.get(key);
  const limit = judge(source, flags);
  if (limits.size >= MAX_LIMITS) limits.delete(limits.keys().next().value!);
  limits.set(key, limit);
  return limit;
}

type NativeLimit = number | "unreadable" | undefined;

const limits = new Map<string, NativeLimit>();
const MAX_LIMITS = 200;

interface Part {
  readonly source: string;
  /** Whether a match reaches it at most once, for any length of the text. */
  once: boolean;
}

/** Larger counts only make the program larger and do not change the kind of growth. */
const MOST_COUNTED = 40;

/** The program of a pattern. If it is too large, the pattern is compiled with smaller counts. */
function programOf(source: string): Program {
  try {
    return compile(source);
  } catch {
    const less = (count: string): string =>
      count === "" ? "" : String(Math.min(Number(count), MOST_COUNTED));
    return compile(
      source.replace(TOKENS_AND_COUNTS, (token, from?: string, to?: string) =>
        from === undefined ? token : `{${less(from)}${to === undefined ? "" : `,${less(to)}`}}`,
      ),
    );
  }
}

const TOKENS_AND_COUNTS = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}/gu;
/** Whether a pattern contains a backreference. A number above the number of groups is an octal escape. */
function hasBackreference(source: string): boolean {
  const tokens =
    source.match(/\\(?:\d+|k<|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?!\?(?!<(?![=!])))|[^]/gu) ?? [];
  const groups = tokens.filter((token) => token === "(").length;
  return tokens.some((token) => {
    const number = /^\\([1-9]\d*)$/.exec(token)?.[1];
    return token === "\\k<" || (number !== undefined && Number(number) <= groups);
  });
}

function judge(source: string, flags: string): NativeLimit {
  const automata: Automaton[] = [];
  let power = 0;
  // The content of a lookaround is matched separately, at every position at which the lookaround is tried.
  for (const { source: part, once } of partsOf(source)) {
    let automaton;
    try {
      automaton = automatonOf(programOf(part), flags);
    } catch {
      return hasBackreference(source) ? undefined : "unreadable";
    }
    if (automaton === undefined) return 0;
    automata.push(automaton);
    const own = growthOf(automaton);
    const anchored = automata[0]!.first.every(({ to }) => to !== 0);
    power = once && anchored ? Math.max(power, own) : power + own;
  }
  if (power > MAX_POWER) return 0;
  const affordable = power <= 1 ? Infinity : Math.floor(MAX_STEPS ** (1 / power));
  const limit = Math.min(affordable, ...automata.map((each) => countedLimit(each, affordable)));
  return limit < MIN_LENGTH ? 0 : limit;
}

/** The pattern without its lookarounds, followed by the content of each lookaround as a separate, anchored pattern. */
function partsOf(source: string): Part[] {
  const looks: Part[] = [];
  const open: {
    readonly look: boolean;
    readonly before: string;
    readonly parts: number;
    readonly repeats: boolean;
  }[] = [];
  let current = "";
  let repeats = false;
  /** Index of the first lookaround in the group that has just been closed; a quantifier may follow that group. */
  let closed: number | undefined;
  for (const [token] of source.matchAll(TOKENS)) {
    const quantifier = /^[*+{]$/.test(token);
    if (quantifier && closed !== undefined)
      for (const part of looks.slice(closed)) part.once = false;
    closed = undefined;
    repeats ||= quantifier;
    if (token.startsWith("(")) {
      const look = token !== "(";
      open.push({ look, before: current, parts: looks.length, repeats });
      current = look ? "" : current + token;
    } else if (token === ")" && open.length > 0) {
      const group = open.pop()!;
      const { look, before } = group;
      closed = group.parts;
      // A repetition inside a lookaround does not extend beyond it.
      if (look) repeats = group.repeats;
      if (look) looks.push({ source: `^(?:${current})`, once: !repeats });
      current = look ? `${before}(?:)` : `${current})`;
    } else current += token;
  }
  return [{ source: current, once: true }, ...looks];
}

const TOKENS = /\\[^]|\[(?:\\[^]|[^\]\\])*\]?|\(\?<?[=!]|[^]/gu;

/**
 * The longest text for which the number of paths through the pattern stays below the limit of steps. It follows the
 * text that has the most paths at each character. Counted repetitions have no cycle, but may have very many paths.
 */
function countedLimit({ masks, edges, first }: Automaton, most: number): number {
  const classes: bigint[] = [];
  for (let bit = 1n; bit <= masks[0]!; bit <<= 1n) classes.push(bit);
  const end = Math.min(most, 2 * edges.length + 2 * MIN_LENGTH);
  let ways = new Map<number, number>();
  for (const edge of first) ways.set(edge.to, edge.ways);
  let steps = 0;
  for (let length = 0; length < end; length++) {
    let best = new Map<number, number>();
    let bestSum = 0;
    for (const bit of classes) {
      const next = new Map<number, number>();
      let sum = 0;
      for (const [at, count] of ways) {
        if ((masks[at]! & bit) === 0n) continue;
        for (const edge of edges[at]!) {
          next.set(edge.to, (next.get(edge.to) ?? 0) + count * edge.ways);
          sum += count * edge.ways;
        }
      }
      if (sum > bestSum) [best, bestSum] = [next, sum];
    }
    steps += bestSum;
    if (steps > MAX_STEPS) return length;
    if (bestSum === 0) return most;
    ways = best;
  }
  return most;
}
