import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { scaled } from "../../../../test/night.js";
import { createStateLab, inBatches, open, untouched } from "./state-lab.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const QUESTIONS = scaled(600, 3000);

it("keeps nothing of a suspended run: thousands of open questions leave the heap flat", async () => {
  const runs: WeakRef<object>[] = [];
  const lab = createStateLab(async (ctx) => {
    // As large as what a handler may hold across a question.
    const held = { bytes: new Array(1000).fill(ctx) };
    runs.push(new WeakRef(held), new WeakRef(ctx));
    ctx.signal.addEventListener("abort", () => held.bytes.pop());
    const beside = new Promise<void>((resolve) => setTimeout(resolve, 1));
    const [answer] = await Promise.all([ctx.elicit("Go on?", ["yes", "no"]), beside]);
    return `${answer.action} ${held.bytes.length}`;
  });
  const openMany = async (count: number): Promise<void> => {
    await inBatches(count, async (n) => void (await lab.call({ args: { n } })));
    await vi.waitFor(() => {
      collect();
      const alive = runs.filter((run) => run.deref() !== undefined).length;
      expect(alive).toBeLessThanOrEqual(4);
    });
    collect();
  };
  await openMany(QUESTIONS);
  const grown: number[] = [];
  // What stays stays each time; what else the process does shows in some of them.
  for (let times = 0; times < 3; times++) {
    const before = process.memoryUsage().heapUsed;
    const counted = runs.length;
    await openMany(QUESTIONS);
    const bytes = process.memoryUsage().heapUsed - before - (runs.length - counted) * 40;
    grown.push(bytes / QUESTIONS);
  }
  // A run that stayed would be 8 KB and more.
  expect(Math.min(...grown)).toBeLessThan(1000);

  const one = await open(lab, { args: {} }, { value: "yes" });
  expect(await untouched(lab, one)).toBe("accept 1000");
  await lab.close();
});
