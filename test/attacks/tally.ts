import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/**
 * Counts what an attack test has tried. `npm test` prints the sums at its end.
 *
 * @param attack - what was tried, in the plural: "forged states"
 * @param tried - how often; every single one was refused, or the test has failed
 */
export function tally(attack: string, tried: number): void {
  const file = process.env["MIDCALL_ATTACK_TALLY"];
  const { testPath } = expect.getState();
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ attack, tried, testPath })}\n`);
}
