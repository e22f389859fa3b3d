import { SPLIT } from "./program.js";
import type { Instruction } from "./program.js";

/**
 * Rewrites the end of a program, from `start` on, to run `min` to `max` times; false, with nothing
 * written, if the program would grow above `limit` instructions.
 *
 * An iteration that consumes nothing needs no special care: it leads back to a state that the
 * simulation has already been in at that position.
 */
export function repeat(
  code: Instruction[],
  start: number,
  min: number,
  max: number,
  limit: number,
): boolean {
  const length = code.length - start;
  // Checked first: `(){9999999}` must not go round the loops below.
  if (!length) return true;
  const copies = max === Infinity ? Math.max(min, 1) : max;
  const total = start + min * length + (copies - min) * (length + 1) + 1;
  // A count of thousands of digits reads as Infinity, and the sum may then be NaN: not small enough.
  if (!(total <= limit)) return false;

  const body = code.splice(start);
  for (let i = 0; i < min; i++) code.push(...body);
  for (let i = copies - min; i > 0; i--) {
    code.push({ op: SPLIT, arg: i * (length + 1) }, ...body);
  }
  // Skipping the body of `x*` leads here as well: going round from here means the same.
  if (max === Infinity) code.push({ op: SPLIT, arg: -length });
  return true;
}
