import { END, JUMP, NOT_WORD_EDGE, SET, SPLIT, START, WORD_EDGE } from "./program.js";
import type { CodePointSet, Instruction, Program } from "./program.js";
import { readSet } from "./read-set.js";
import { createReader } from "./reader.js";
import { repeat } from "./repeat.js";

/** Longest pattern, in UTF-16 code units. */
const MAX_LENGTH = 4096;
/** Limit of instructions in a program, with counted repetitions expanded. */
const MAX_INSTRUCTIONS = 4096;

const ASSERTIONS: ReadonlyMap<string, number> = new Map([
  ["^", START],
  ["$", END],
  ["\\b", WORD_EDGE],
  ["\\B", NOT_WORD_EDGE],
]);

interface Group {
  /** Its first instruction. */
  readonly start: number;
  /** First instruction of the alternative being read. */
  branch: number;
  /** Instructions that jump to the group's end; their targets are set once it is known. */
  readonly exits: number[];
}

/**
 * Compiles a pattern to a program in one pass, without recursion and without a syntax tree: each atom appends its
 * instructions, and a quantifier or `|` rearranges the preceding ones.
 */
export function compile(source: string): Program {
  const reader = createReader(source);
  const { take, mark, marked, error } = reader;
  const code: Instruction[] = [];
  const sets: CodePointSet[] = [];
  const setIds = new Map<string, number>();
  const outer: Group[] = [];
  let group: Group = { start: 0, branch: 0, exits: [] };
  let size = 2; // Moving to the code point, and the state of having matched.

  const tooLarge = `more than ${MAX_INSTRUCTIONS} states`;
  const emit = (op: number, arg: number): number => {
    if (code.length >= MAX_INSTRUCTIONS) throw error(tooLarge);
    return code.push({ op, arg });
  };
  const endGroup = (): void => {
    for (const exit of group.exits) code[exit] = { op: JUMP, arg: code.length - exit };
  };

  if (source.length > MAX_LENGTH) throw error(`more than ${MAX_LENGTH} characters`);
  while (mark() < source.length) {
    let start = code.length;
    let found;
    if (take(/[*+?]|\{\d+(,\d*)?\}/y)) throw error("quantifier with nothing to repeat");
    // This is literal text in one dialect and means "from 0" in another, so it is an error.
    if (take(/\{,\d*\}/y)) throw error("quantifier without a minimum");
    if (take(/\|/y)) {
      const branch = code.splice(group.branch);
      emit(SPLIT, branch.length + 2);
      code.push(...branch);
      group.exits.push(code.length);
      group.branch = emit(JUMP, 0);
      continue;
    }
    if (take(/\((\?:|\?<[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*>|(?!\?))/uy)) {
      outer.push(group);
      group = { start, branch: start, exits: [] };
      continue;
    }
    if (take(/\(\?<?[=!]/y)) throw error("lookahead or lookbehind");
    if (take(/\(/y)) throw error("unknown kind of group");
    if ((found = take(/[$^]|\\b/iy))) {
      emit(ASSERTIONS.get(found[0])!, 0);
      continue;
    }
    if (take(/\)/y)) {
      const parent = outer.pop();
      if (!parent) throw error("unmatched )");
      endGroup();
      start = group.start;
      group = parent;
    } else {
      const set = readSet(reader);
      let id = setIds.get(marked());
      if (id === undefined) {
        id = sets.push(set) - 1;
        setIds.set(marked(), id);
        size += set.items.length;
      }
      emit(SET, id);
    }

    mark();
    if ((found = take(/([*+?]|\{(\d+)(,(\d*))?\})\??/y))) {
      // Lazy and greedy quantifiers differ in which match is found, not in whether there is one.
      const [, symbol, least, comma, most] = found;
      const min = least ? Number(least) : symbol === "+" ? 1 : 0;
      const max = symbol === "?" ? 1 : most ? Number(most) : least && !comma ? min : Infinity;
      if (min > max) throw error("quantifier out of order");
      if (!repeat(code, start, min, max, MAX_INSTRUCTIONS)) throw error(tooLarge);
    }
  }
  if (outer.length) throw error("unclosed group");
  endGroup();
  return {
    ops: Uint8Array.from(code, ({ op }) => op),
    args: Int32Array.from(code, ({ arg }) => arg),
    sets,
    size: size + code.length,
  };
}
