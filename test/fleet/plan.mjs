/**
 * What a call of the fleet's tool does: a list of things to ask and do. The replicas run it with midcall;
 * the test runs it with answers at hand, which gives the outcome that is right.
 *
 * @typedef {{ op: "ask" | "confirm" | "step", name: string } | { op: "both", of: Plan[] } | { op: "if", name: string, then: Plan, else: Plan }} Op
 * @typedef {Op[]} Plan
 * @typedef {{ ask(name: string): Promise<string>, confirm(name: string): Promise<boolean>, step(name: string): Promise<string> }} Doing
 */

/**
 * @param {Plan} plan
 * @param {Doing} doing
 * @returns {Promise<unknown[]>}
 */
export async function follow(plan, doing) {
  const out = [];
  for (const op of plan) {
    if (op.op === "both") out.push(await Promise.all(op.of.map((part) => follow(part, doing))));
    else if (op.op === "if") {
      const answer = await doing.ask(op.name);
      out.push(answer, await follow(answer === "a" ? op.then : op.else, doing));
    } else out.push(await doing[op.op](op.name));
  }
  return out;
}

/**
 * @param {(below: number) => number} random
 * @returns {Plan}
 */
export function makePlan(random) {
  let named = 0;
  const one = (depth) => {
    const name = `n${named++}`;
    const kind = random(depth > 1 ? 5 : 8);
    if (kind < 2) return { op: "ask", name };
    if (kind === 2) return { op: "confirm", name };
    if (kind < 5) return { op: "step", name };
    if (kind === 5) return { op: "if", name, then: some(depth + 1, 2), else: some(depth + 1, 2) };
    return { op: "both", of: [some(depth + 1, 2), some(depth + 1, 2)] };
  };
  const some = (depth, most) => Array.from({ length: 1 + random(most) }, () => one(depth));
  return [...some(0, 3), { op: "ask", name: "last" }, { op: "step", name: "end" }];
}
