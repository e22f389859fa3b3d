import { SPLIT } from "./program.js";
import type { Instruction } from "./program.js";

/**
 * Rewrites the end of a program, from `start` on, to run `min` to `max` times. Returns false and changes nothing if the
 * program would exceed `limit` instructions.
 *
 * Iterations that consume nothing need no special treatment: they lead to a state that the simulation has already
 * entered at that position.
 */
export function repeat(
  code: Instruction[],
  start: number,
  min: number,
  max: number,
  limit: number,
): boolean {
  const length = code.length - start;
  // Checked first, so that `(){9999999}` does not run the loops below.
  if (!length) return true;
  const copies = max === Infinity ? Math.max(min, 1) : max;
  const total = start + min * length + (copies - min) * (length + 1) + 1;
  // A count with thousands of digits is parsed as Infinity, and the sum may be NaN, for which this is true as well.
  if (!(total <= limit)) return false;

  const body = code.splice(start);
  for (let i = 0; i < min; i++) code.push(...body);
  for (let i = copies - min; i > 0; i--) {
    code.push({ op: SPLIT, arg: i * (length + 1) }, ...body);
  }
  // Skipping the body of `x*` also leads here, which is correct: the body may start from here as well.
  if (max === Infinity) code.push({ op: SPLIT, arg: -length });
  return true;
}
