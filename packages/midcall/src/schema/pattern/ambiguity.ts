import type { Automaton, Edge } from "./automaton.js";
import { circlesOf } from "./automaton.js";

/** Limit of steps for one analysis. If it is exceeded, the worse of the two results is assumed. */
const MAX_STEPS = 300_000;

/**
 * The pairs of states that the same word reaches from the given pairs, each with the pairs it was reached from;
 * `undefined` if there are too many.
 */
function spread(
  { masks, edges }: Automaton,
  inside: (state: number) => boolean,
  begin: readonly (readonly [number, number])[],
): Map<number, (readonly [number, number])[]> | undefined {
  const size = edges.length;
  const before = new Map<number, (readonly [number, number])[]>();
  const work = [...begin];
  for (const [a, b] of begin) before.set(a * size + b, []);
  let steps = 0;
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [a, b] = pair;
    if ((masks[a]! & masks[b]!) === 0n) continue;
    for (const left of edges[a]!) {
      if (!inside(left.to)) continue;
      for (const right of edges[b]!) {
        if (!inside(right.to)) continue;
        if (++steps > MAX_STEPS) return undefined;
        const key = left.to * size + right.to;
        const known = before.get(key);
        if (known !== undefined) known.push(pair);
        else {
          before.set(key, [pair]);
          work.push([left.to, right.to]);
        }
      }
    }
  }
  return before;
}

/**
 * Whether a word has two different paths around the cycle. Repeating the word then doubles the number of paths each
 * time (exponential growth).
 */
function doubles(automaton: Automaton, members: readonly number[], circle: Int32Array): boolean {
  const { edges } = automaton;
  const own = circle[members[0]!];
  const inside = (state: number): boolean => circle[state] === own;
  if (members.some((at) => edges[at]!.some(({ to, ways }) => ways > 1 && inside(to)))) return true;
  const before = spread(
    automaton,
    inside,
    members.map((member) => [member, member]),
  );
  if (before === undefined) return true;
  // Goes backwards from pairs of equal states. A pair of different states found there starts and ends in an equal pair.
  const size = edges.length;
  const seen = new Set<number>();
  const work = members.map((member): readonly [number, number] => [member, member]);
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    for (const [a, b] of before.get(pair[0] * size + pair[1]) ?? []) {
      const key = a * size + b;
      if (seen.has(key)) continue;
      seen.add(key);
      if (a !== b) return true;
      work.push([a, b]);
    }
  }
  return false;
}

/**
 * Whether one word has a path around the cycle of `from`, a path from `from` to `to`, and a path around the cycle of
 * `to`. A text that repeats the word then has one path for each position at which to change from one cycle to the other
 * (polynomial growth).
 */
function splits(
  { masks, edges }: Automaton,
  from: number,
  to: number,
  circle: Int32Array,
): boolean {
  const size = edges.length;
  const begin: readonly [number, number, number] = [from, from, to];
  const seen = new Set<number>();
  const work = [begin];
  let steps = 0;
  for (let triple = work.pop(); triple !== undefined; triple = work.pop()) {
    const [a, b, c] = triple;
    if ((masks[a]! & masks[b]! & masks[c]!) === 0n) continue;
    for (const one of edges[a]!) {
      if (circle[one.to] !== circle[from]) continue;
      for (const three of edges[c]!) {
        if (circle[three.to] !== circle[to]) continue;
        for (const two of edges[b]!) {
          if (++steps > MAX_STEPS) return true;
          if (one.to === from && two.to === to && three.to === to) return true;
          const key = (one.to * size + two.to) * size + three.to;
          if (seen.has(key)) continue;
          seen.add(key);
          work.push([one.to, two.to, three.to]);
        }
      }
    }
  }
  return false;
}

/** All states that can be reached along edges. */
function reachable({ edges }: Automaton, from: readonly Edge[]): Set<number> {
  const seen = new Set<number>();
  const work = from.map(({ to }) => to);
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const { to } of edges[at]!) work.push(to);
  }
  return seen;
}

/**
 * How the worst-case number of paths of a backtracking search grows with the length of the text: the exponent of a
 * polynomial, 0 if it does not grow, or `Infinity` for exponential growth.
 *
 * @see https://en.wikipedia.org/wiki/ReDoS — the criteria are those of Weber and Seidl, "On the degree of ambiguity of finite automata" (1991)
 */
export function growthOf(automaton: Automaton): number {
  const circle = circlesOf(automaton);
  const members: number[][] = [];
  for (const at of reachable(automaton, automaton.first)) {
    if (circle[at] !== -1) (members[circle[at]!] ??= []).push(at);
  }
  const circles = members.flatMap((states) => (states === undefined ? [] : [states]));
  if (circles.some((states) => doubles(automaton, states, circle))) return Infinity;
  // Tarjan's algorithm numbers later cycles first, so the powers of all cycles that can follow are known when needed.
  const powers = new Map<number, number>();
  let highest = 0;
  let budget = 400;
  for (const states of circles) {
    const own = circle[states[0]!]!;
    const later = reachable(automaton, [{ to: states[0]!, ways: 1 }]);
    let power = 1;
    for (const others of circles) {
      const other = circle[others[0]!]!;
      const known = powers.get(other);
      if (other === own || known === undefined || !later.has(others[0]!)) continue;
      if (known + 1 <= power) continue;
      const both = states.some((a) =>
        others.some((b) => --budget < 0 || splits(automaton, a, b, circle)),
      );
      power = Math.max(power, known + (both ? 1 : 0));
    }
    powers.set(own, power);
    highest = Math.max(highest, power);
  }
  return highest;
}
