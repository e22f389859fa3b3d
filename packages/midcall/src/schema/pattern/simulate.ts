import { END, JUMP, SET, SPLIT, START, WORD_EDGE } from "./program.js";
import type { Program, SetItem } from "./program.js";

const WORD = /\w/;

/**
 * Follows all paths through the program at once, one code point at a time. No state is entered twice at a position and
 * no set is examined twice for a code point, so the work at each position is bounded by the program's `size`.
 */
export function simulate(program: Program, input: string): { matched: boolean; steps: number } {
  const { ops, args, sets } = program;
  const end = ops.length;
  const anchored = ops[0] === START;
  /** The position at which a state was last entered. */
  const entered = new Int32Array(end + 1).fill(-1);
  /** For each set, the code point that was last tested, times 2, plus 1 if the set contains it. */
  const answers = new Int32Array(sets.length).fill(-1);
  // Large enough for one arrival at each state and two transitions from each.
  let open = new Int32Array(3 * end + 1);
  let next = new Int32Array(3 * end + 1);
  let openCount = 0;
  let afterWord = false;
  let steps = 0;

  for (let position = 0; ;) {
    const point = input.codePointAt(position) ?? -1;
    const beforeWord = isWord(point);
    let nextCount = 0;
    steps++;
    if (!position || !anchored) open[openCount++] = 0;
    while (openCount) {
      const at = open[--openCount]!;
      if (entered[at] === position) continue;
      entered[at] = position;
      steps++;
      if (at === end) return { matched: true, steps };
      const op = ops[at]!;
      const arg = args[at]!;
      if (op === SET) {
        if (point < 0) continue;
        if (answers[arg]! >> 1 !== point) {
          const { items, negated } = sets[arg]!;
          steps += items.length;
          answers[arg] = point * 2 + (holds(items, point) === negated ? 0 : 1);
        }
        if (answers[arg]! & 1) next[nextCount++] = at + 1;
      } else if (op === JUMP) open[openCount++] = at + arg;
      else {
        const passes =
          op === START
            ? !position
            : op === END
              ? point < 0
              : op === SPLIT || (afterWord !== beforeWord) === (op === WORD_EDGE);
        if (passes) open[openCount++] = at + 1;
        if (op === SPLIT) open[openCount++] = at + arg;
      }
    }
    if (point < 0 || (anchored && !nextCount)) return { matched: false, steps };
    position += point > 0xffff ? 2 : 1;
    afterWord = beforeWord;
    [open, next, openCount] = [next, open, nextCount];
  }
}

function holds(items: readonly SetItem[], point: number): boolean {
  return items.some((item) =>
    typeof item === "number"
      ? item === point
      : item instanceof RegExp
        ? item.test(String.fromCodePoint(point))
        : item[0] <= point && point <= item[1],
  );
}

function isWord(point: number): boolean {
  return point > 0 && WORD.test(String.fromCodePoint(point));
}
