import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitMs, scaled, seed } from "../night.js";
import { fuzz } from "./fuzz-target.js";
import { targets } from "./targets.js";

/*
 * A number of hostile inputs for each target. `npm run fuzz` tries them for as long as you like.
 */

// An input that never comes to an end keeps this thread from everything, also from the time limit of the runner.
const WATCH = `
  const { writeSync } = require("node:fs");
  const { workerData: { progress, names, seed, limitMs } } = require("node:worker_threads");
  const now = new Int32Array(progress);
  let last = "", since = performance.now();
  setInterval(() => {
    const present = now.join();
    if (present !== last) [last, since] = [present, performance.now()];
    if (now[1] === 0 || performance.now() - since < limitMs) return;
    const name = names[now[0]];
    writeSync(2, \`Input \${now[1]} of \${name} never ends. Again: npm run fuzz -- --target \${name} --seed \${seed}\\n\`);
    process.kill(process.pid, "SIGKILL");
  }, 1000);
`;
const progress = new SharedArrayBuffer(8);
const now = new Int32Array(progress);
const names = targets.map(({ name }) => name);
let watch: Worker | undefined;
beforeAll(() => {
  watch = new Worker(WATCH, { eval: true, workerData: { progress, names, seed, limitMs } });
});
afterAll(() => watch?.terminate());

describe("hostile input breaks nothing", () => {
  it.each(targets)("$name: $tried", async (target) => {
    Atomics.store(now, 0, targets.indexOf(target));
    const onRun = (run: number): void => void Atomics.store(now, 1, run);
    const { runs, find } = await fuzz(target, { seed, runs: scaled(...target.runs), onRun });
    Atomics.store(now, 1, 0);
    expect(find).toBeUndefined();
    expect(runs).toBe(scaled(...target.runs));
  });
});
