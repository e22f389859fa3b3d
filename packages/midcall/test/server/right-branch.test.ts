import fc from "fast-check";
import { eras } from "midcall/testing";
import { afterAll, expect, it } from "vitest";
import { isOrderly, type Program, programs } from "./programs.js";
import { createRightBranchLab, type Ended } from "./right-branch-lab.js";

/*
 * Random handlers in front of random hosts: every yes and every no reaches the place that asked, as on
 * 2025-11-25, or the call ends in an error before any further step. MIDCALL_RUNS makes more of them.
 */

const RUNS = Number(process.env["MIDCALL_RUNS"] ?? 20_000);
const AT_ONCE = 400;
const lab = createRightBranchLab();
afterAll(() => lab.close());

it(`every answer reaches the place that asked, or nothing more is done (${RUNS} flows)`, async () => {
  const seed = Number(process.env["MIDCALL_SEED"] ?? 20261122);
  const sample = fc.sample(fc.tuple(programs, fc.nat()), { numRuns: RUNS, seed });
  const ends = new Map<string, number>();
  const found: { program: Program; era: string; ended: Ended }[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < sample.length; n = next++) {
      const [program, mood] = sample[n]!;
      // Most on the protocol version that runs handlers again.
      const era = n % 5 < 3 ? "2026-07-28" : eras[n % 5 === 3 ? 0 : 1]!;
      const ended = await lab.play(era, program, mood);
      const kind = ended.end.replace(/"[^"]*"/g, "…").slice(0, 60);
      ends.set(`${era} ${kind}`, (ends.get(`${era} ${kind}`) ?? 0) + 1);
      // A handler that does the same each time is stopped for nothing but words that cannot be told apart.
      const isStopped = ended.end !== "result" && !ended.end.includes("asked twice at once");
      const wrong = isOrderly(program) && isStopped ? [...ended.wrong, ended.end] : ended.wrong;
      if (wrong.length > 0) found.push({ program, era, ended: { ...ended, wrong } });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (process.env["MIDCALL_RUNS"] !== undefined) console.log(ends);
  const shortest = found
    .map(({ program, era, ended }) => {
      const wrong = ended.wrong.slice(0, 3).join("; ");
      return `${era} ${wrong}: ${JSON.stringify(program)}`;
    })
    .sort((one, other) => one.length - other.length);
  expect(shortest.slice(0, 5), `${found.length} flows went wrong`).toEqual([]);
  expect([...ends.keys()].filter((end) => end.endsWith(" result"))).toHaveLength(3);
}, 300_000);
