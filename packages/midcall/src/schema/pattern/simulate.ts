import { END, JUMP, SET, SPLIT, START, WORD_EDGE } from "./program.js";
import type { Program, SetItem } from "./program.js";

/** The members of `\w`. */
const WORD: readonly SetItem[] = [[97, 122], [65, 90], [48, 57], 95];

/** Where simulations, which never overlap, keep their numbers. */
let memory = new Int32Array(1024);

/**
 * Follows all paths through the program at once, one code point at a time. No state is entered twice at a position and
 * no set is examined twice for a code point, so the work at each position is bounded by the program's `size`.
 */
export function simulate(program: Program, input: string): { matched: boolean; steps: number } {
  const { ops, args, sets } = program;
  const end = ops.length;
  const anchored = ops[0] === START;
  // From 0: the position at which each state was last entered.
  // From `answers`: for each set, the code point that was last tested, times 2, plus 1 if the set contains it.
  const answers = end + 1;
  // From `open` and `next`: states. Large enough for one arrival at each state and two transitions from each.
  let open = answers + sets.length;
  let next = open + 3 * end + 1;
  const size = next + 3 * end + 1;
  if (size > memory.length) memory = new Int32Array(size);
  const numbers = memory.fill(-1, 0, open);
  let openCount = 0;
  let previous = -1;
  let steps = 0;

  for (let position = 0; ;) {
    const point = input.codePointAt(position) ?? -1;
    let nextCount = 0;
    steps++;
    if (!position || !anchored) numbers[open + openCount++] = 0;
    while (openCount) {
      const at = numbers[open + --openCount]!;
      if (numbers[at] === position) continue;
      numbers[at] = position;
      steps++;
      if (at === end) return { matched: true, steps };
      const op = ops[at]!;
      const arg = args[at]!;
      if (op === SET) {
        if (point < 0) continue;
        const answer = answers + arg;
        if (numbers[answer]! >> 1 !== point) {
          const { items, negated } = sets[arg]!;
          steps += items.length;
          numbers[answer] = point * 2 + (holds(items, point) === negated ? 0 : 1);
        }
        if (numbers[answer]! & 1) numbers[next + nextCount++] = at + 1;
      } else if (op === JUMP) numbers[open + openCount++] = at + arg;
      else {
        const passes =
          op === START
            ? !position
            : op === END
              ? point < 0
              : op === SPLIT ||
                (holds(WORD, previous) !== holds(WORD, point)) === (op === WORD_EDGE);
        if (passes) numbers[open + openCount++] = at + 1;
        if (op === SPLIT) numbers[open + openCount++] = at + arg;
      }
    }
    if (point < 0 || (anchored && !nextCount)) return { matched: false, steps };
    position += point > 0xffff ? 2 : 1;
    previous = point;
    [open, next, openCount] = [next, open, nextCount];
  }
}

function holds(items: readonly SetItem[], point: number): boolean {
  for (const item of items) {
    const isIn =
      typeof item === "number"
        ? item === point
        : item instanceof RegExp
          ? item.test(String.fromCodePoint(point))
          : item[0] <= point && point <= item[1];
    if (isIn) return true;
  }
  return false;
}
