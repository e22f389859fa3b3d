import { watchOutsideLoad } from "./outside-load.mjs";
import { median } from "./statistics.mjs";

/** Calls per second of real time and of processor time. @param {() => unknown} work @param {number} milliseconds */
function rateOf(work, milliseconds) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let count = 0;
  do {
    for (let index = 0; index < 20; index += 1) work();
    count += 20;
  } while (performance.now() - start < milliseconds);
  const { user, system } = process.cpuUsage(cpu);
  return {
    rate: count / ((performance.now() - start) / 1_000),
    cpuRate: count / ((user + system) / 1_000_000),
  };
}

/**
 * Compares two functions in this process, in short alternating windows (A B, B A, …).
 *
 * @param {() => unknown} ours @param {() => unknown} theirs @param {boolean} quick
 */
export function alternate(ours, theirs, quick) {
  const [pairs, windowMs] = quick ? [5, 60] : [15, 120];
  rateOf(ours, windowMs * 4);
  rateOf(theirs, windowMs * 4);
  const outside = watchOutsideLoad();
  const runs = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const midcall = rateOf(ours, windowMs);
      runs.push({ midcall, other: rateOf(theirs, windowMs) });
    } else {
      const other = rateOf(theirs, windowMs);
      runs.push({ midcall: rateOf(ours, windowMs), other });
    }
  }
  const ratios = runs.map(({ midcall, other }) => midcall.rate / other.rate);
  return {
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    cpuRatio: median(runs.map(({ midcall, other }) => midcall.cpuRate / other.cpuRate)),
    outsideCores: outside(0),
    median: median(runs.map(({ midcall }) => midcall.rate)),
    otherMedian: median(runs.map(({ other }) => other.rate)),
    runs,
  };
}
