/**
 * A protocol revision with a wire behaviour of its own: how a session starts, how a server asks.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export type Era = "2025-06-18" | "2025-11-25" | "2026-07-28";

/**
 * Every era midcall serves, oldest first; made for `describe.each(eras)`.
 *
 * @example
 * ```ts
 * describe.each(eras)("clean_up on %s", (era) => { … });
 * ```
 */
export const eras: readonly Era[] = Object.freeze(["2025-06-18", "2025-11-25", "2026-07-28"]);

/**
 * Calls `fn` once per era, oldest first.
 *
 * A synchronous `fn` (one that registers tests) is called three times at once; an asynchronous one is
 * awaited before the next era starts, and the first rejection stops the walk.
 *
 * @param fn - receives the era.
 * @returns nothing, or a promise when `fn` returns one.
 * @example
 * ```ts
 * import test from "node:test";
 * forEachEra((era) => test(`asks before it deletes, on ${era}`, async () => { … }));
 * ```
 */
export function forEachEra(fn: (era: Era) => Promise<void>): Promise<void>;
export function forEachEra(fn: (era: Era) => void): void;
export function forEachEra(fn: (era: Era) => void | Promise<void>): void | Promise<void> {
  return walk(fn, 0);
}

function walk(fn: (era: Era) => void | Promise<void>, from: number): void | Promise<void> {
  for (let index = from; index < eras.length; index += 1) {
    const done = fn(eras[index]!);
    if (done !== undefined) return done.then(() => walk(fn, index + 1));
  }
}
