import fc from "fast-check";
import { codePoint } from "../code-points.js";

/*
 * Data as JSON.parse makes it, of few texts and numbers, so that two that differ by little are often drawn.
 */

const key = fc.oneof(
  fc.constantFrom("a", "b", "", "1", "10", "2", "__proto__", "constructor", "toJSON", '"', "a\0"),
  fc.string({ unit: codePoint, maxLength: 3 }),
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>(0, -0, 1, -1, 1e21, 1e-7, 2 ** 53, null, true, false, "", "0", "null"),
  fc.constantFrom<unknown>("a", "a,b", '"', "\u2028", "\ud83d", "\ude00", "é", "e\u0301", "\\"),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: codePoint, maxLength: 4 }),
);

/** Any JSON data, but for numbers that are infinite. */
export const data: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 4 })
      // Own properties, whatever their name.
      .map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

/** The same data with something else at one place of it, if there are so many. */
export function edited(given: unknown, at: number, edit: (node: unknown) => unknown): unknown {
  let count = 0;
  const visit = (node: unknown): unknown => {
    if (count++ === at) return edit(node);
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(given);
}

/** Other data that a careless comparison takes for the same. */
export function twin(node: unknown): unknown {
  if (node === 0) return Object.is(node, -0) ? 0 : -0;
  if (Array.isArray(node)) return { ...node };
  if (typeof node === "object" && node !== null) return Object.entries(node);
  return typeof node === "string" && node !== "" && !Number.isNaN(Number(node))
    ? Number(node)
    : `${String(node)}`;
}

/** The same data with every object's keys the other way round. */
export function turned(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(turned);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).reverse();
  return Object.fromEntries(entries.map(([name, inner]) => [name, turned(inner)]));
}
