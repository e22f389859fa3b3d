import { classesOf, rangesOf } from "./code-points.js";
import { END, JUMP, type Program, SET, SPLIT, START } from "./program.js";

/** A way on, and in how many ways it is had without consuming anything: 1, or 2 for several. */
export interface Edge {
  readonly to: number;
  readonly ways: number;
}

/** The states of a pattern that consume a character, and the ways between them. */
export interface Automaton {
  /** What each state consumes, one bit for each class of characters. */
  readonly masks: readonly bigint[];
  readonly edges: readonly (readonly Edge[])[];
  /** States a match can begin in. */
  readonly first: readonly Edge[];
}

/** More than a form needs; judging such a pattern would take longer than a person waits. */
const MAX_EDGES = 50_000;

/**
 * The automaton that a backtracking engine walks. A search that may begin anywhere has one state more,
 * which consumes anything and comes first.
 *
 * @returns nothing when it is too large to be judged
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
   * Where one gets to without consuming. No way goes round in a circle: engines give up an iteration that
   * has consumed nothing.
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

/** Where a jump leads. The one over the body of `x*` lands where the body is begun again: no second way into it. */
function pastLoop({ ops, args }: Program, at: number): number {
  const to = at + args[at]!;
  return ops[to] === SPLIT && to + args[to]! === at + 1 ? to + 1 : to;
}

/** Which circle of states each state is in; -1 for those in none. Circles are numbered from the end of the pattern. */
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
