import { classesOf, rangesOf } from "./code-points.js";
import { END, JUMP, type Program, SET, SPLIT, START } from "./program.js";

/**
 * A transition to a state. `ways` is the number of ways to take it without consuming a character: 1, or 2 for several.
 */
export interface Edge {
  readonly to: number;
  readonly ways: number;
}

/** The states of a pattern, each of which consumes a character, and the transitions between them. */
export interface Automaton {
  /** The characters that each state consumes: one bit for each class of characters. */
  readonly masks: readonly bigint[];
  readonly edges: readonly (readonly Edge[])[];
  /** The states in which a match can begin. */
  readonly first: readonly Edge[];
}

/** Limit of transitions: more than a form needs. Analysing a larger pattern would take too long. */
const MAX_EDGES = 50_000;

/**
 * The automaton that a backtracking engine simulates. State 0 is for a search that may begin anywhere: it consumes any
 * character and leads to itself.
 *
 * @returns `undefined` if the automaton is too large to be analysed
 */
export function automatonOf(program: Program, flags: string): Automaton | undefined {
  const { ops, args, sets } = program;
  const anywhere = !flags.includes("m");
  const states: number[] = [];
  const numbers = new Map<number, number>();
  for (const [at, op] of ops.entries()) {
    if (op !== SET) continue;
    numbers.set(at, states.length + 1);
    states.push(at);
  }
  const { masks, all } = classesOf(sets.map((set) => rangesOf(set, flags)));
  let total = 0;

  /**
   * The transitions that are possible from an instruction without consuming a character. Cycles are not followed,
   * because engines abandon an iteration that has consumed nothing.
   */
  const waysFrom = (from: number, atStart: boolean): Edge[] => {
    const found = new Map<number, number>();
    const visits = new Uint8Array(ops.length);
    const onWay = new Uint8Array(ops.length);
    const go = (at: number): void => {
      if (at >= ops.length || onWay[at] === 1 || visits[at]! >= 2) return;
      visits[at]! += 1;
      const op = ops[at]!;
      if (op === SET) {
        const state = numbers.get(at)!;
        found.set(state, (found.get(state) ?? 0) + 1);
        return;
      }
      if (anywhere && ((op === START && !atStart) || op === END)) return;
      onWay[at] = 1;
      if (op !== JUMP) go(at + 1);
      if (op === JUMP || op === SPLIT) go(pastLoop(program, at));
      onWay[at] = 0;
    };
    go(from);
    total += found.size;
    return [...found].map(([to, ways]) => ({ to, ways }));
  };

  const later = waysFrom(0, false);
  const edges: Edge[][] = [later.length > 0 ? [{ to: 0, ways: 1 }, ...later] : []];
  for (const at of states) {
    edges.push(waysFrom(at + 1, false));
    if (total > MAX_EDGES) return undefined;
  }
  const first = waysFrom(0, true);
  return {
    masks: [all, ...states.map((at) => masks[args[at]!]!)],
    edges,
    first: later.length > 0 ? [{ to: 0, ways: 1 }, ...first] : first,
  };
}

/**
 * The target of a jump. The jump over the body of `x*` targets the instruction that repeats the body; its exit is
 * returned instead, so that the body is not counted as entered twice.
 */
function pastLoop({ ops, args }: Program, at: number): number {
  const to = at + args[at]!;
  return ops[to] === SPLIT && to + args[to]! === at + 1 ? to + 1 : to;
}

/** The number of the cycle that each state is in, or -1. Cycles are numbered from the end of the pattern. */
export function circlesOf({ edges }: Automaton): Int32Array {
  const circle = new Int32Array(edges.length).fill(-1);
  const index = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const stack: number[] = [];
  const onStack = new Uint8Array(edges.length);
  let count = 0;
  let circles = 0;
  for (let root = 0; root < edges.length; root++) {
    if (index[root] !== -1) continue;
    // Tarjan's algorithm, without recursion.
    const work: { at: number; next: number }[] = [{ at: root, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { at } = frame;
      if (frame.next === 0) {
        index[at] = low[at] = count++;
        stack.push(at);
        onStack[at] = 1;
      }
      const edge = edges[at]![frame.next++];
      if (edge !== undefined) {
        if (index[edge.to] === -1) work.push({ at: edge.to, next: 0 });
        else if (onStack[edge.to] === 1) low[at] = Math.min(low[at]!, index[edge.to]!);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) low[parent.at] = Math.min(low[parent.at]!, low[at]!);
      if (low[at] !== index[at]) continue;
      const members: number[] = [];
      for (let member = -1; member !== at;) {
        member = stack.pop()!;
        onStack[member] = 0;
        members.push(member);
      }
      const turns = members.length > 1 || edges[at]!.some(({ to }) => to === at);
      if (turns) {
        for (const member of members) circle[member] = circles;
        circles += 1;
      }
    }
  }
  return circle;
}
