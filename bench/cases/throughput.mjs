/**
 * Complete calls per second of midcall and one other library: both servers run, and the load alternates between them.
 *
 * A block is a new pair of processes. Within it the order is A B, B A, A B, …, and the ratio is the median over all
 * pairs, so that changes in the machine's speed between two pairs cancel out.
 */
import { createSessionHost } from "../load/session-host.mjs";
import { createStatelessHost } from "../load/stateless-host.mjs";
import { runLoad } from "../load/run-load.mjs";
import { watchOutsideLoad } from "../outside-load.mjs";
import { startServer } from "../server-process.mjs";
import { median } from "../statistics.mjs";

const HOSTS = 16;
// Many short windows, so that other work on the machine affects both sides of a pair equally.
// The warm-up is the time until V8 has compiled what runs: before, both sides are several times slower.
const DEFAULT = { blocks: 3, pairs: 10, warmUpMs: 4_000, windowMs: 300 };
const QUICK = { blocks: 1, pairs: 8, warmUpMs: 4_000, windowMs: 300 };

/** @typedef {{ id: string, against: string, protocolVersion: "2025" | "2026", questions: number, args?: string[], ours?: string[], other?: { server?: string, args?: string[] } }} Pairing */

/** The ways to answer requests of 2026-07-28, by the end of a case's id. */
const WAYS = [
  { way: "node", ours: ["--node"] },
  { way: "reuse", ours: ["--node", "--reuse"] },
];

/** The same calls in each way, beside the guard, and beside HTTP alone. @returns {Pairing[]} */
function inEachWay() {
  return [1, 5, 0].flatMap((questions) =>
    [1, 50].flatMap((tools) => {
      const plain = questions === 0 ? ["--plain"] : [];
      const what = questions === 0 ? "no-question" : `${questions}q`;
      const common = {
        protocolVersion: /** @type {const} */ ("2026"),
        questions,
        args: [...plain, "--tools", String(tools)],
      };
      const named = (/** @type {string} */ way) => `2026-${what}-${tools}t-${way}`;
      return [
        ...WAYS.map(({ way, ours }) => ({ id: named(way), against: "sdk-guard", ours, ...common })),
        ...WAYS.slice(-1).map(({ way, ours }) => ({
          id: named(way),
          against: "bare-http",
          ours,
          ...common,
        })),
      ];
    }),
  );
}

/** @type {Pairing[]} */
const PAIRINGS = [
  ...inEachWay(),
  { id: "2026-1q-1t", against: "sdk-guard", protocolVersion: "2026", questions: 1 },
  {
    id: "2026-1q-50t",
    against: "sdk-guard",
    protocolVersion: "2026",
    questions: 1,
    args: ["--tools", "50"],
  },
  { id: "2026-5q-1t", against: "sdk-guard", protocolVersion: "2026", questions: 5 },
  {
    id: "2026-5q-50t",
    against: "sdk-guard",
    protocolVersion: "2026",
    questions: 5,
    args: ["--tools", "50"],
  },
  // The same guard with schemas converted in advance, an optimisation that few authors will make.
  {
    id: "2026-1q-1t",
    against: "sdk-guard-json",
    protocolVersion: "2026",
    questions: 1,
    other: { server: "sdk-guard", args: ["--wire-schemas"] },
  },
  {
    id: "2026-5q-1t",
    against: "sdk-guard-json",
    protocolVersion: "2026",
    questions: 5,
    other: { server: "sdk-guard", args: ["--wire-schemas"] },
  },
  // With an SDK of OpenTelemetry, and before one is started.
  ...["telemetry", "telemetry-api"].map((option) => ({
    id: `2026-1q-1t-${option}`,
    against: "no-telemetry",
    protocolVersion: /** @type {const} */ ("2026"),
    questions: 1,
    ours: [`--${option}`],
    other: { server: "midcall" },
  })),
  { id: "2025-1q", against: "sdk-push", protocolVersion: "2025", questions: 1 },
  { id: "2025-1q", against: "sdk-guard-shim", protocolVersion: "2025", questions: 1 },
  { id: "2025-1q", against: "mcp-use", protocolVersion: "2025", questions: 1 },
  { id: "2025-1q", against: "fastmcp", protocolVersion: "2025", questions: 1 },
  { id: "2025-5q", against: "sdk-push", protocolVersion: "2025", questions: 5 },
  // A tool that never asks, with midcall and with the SDK alone.
  {
    id: "2026-no-question",
    against: "sdk",
    protocolVersion: "2026",
    questions: 0,
    args: ["--plain"],
    other: { server: "sdk-guard" },
  },
  {
    id: "2026-no-question-50t",
    against: "sdk",
    protocolVersion: "2026",
    questions: 0,
    args: ["--plain", "--tools", "50"],
    other: { server: "sdk-guard" },
  },
  {
    id: "2025-no-question",
    against: "sdk",
    protocolVersion: "2025",
    questions: 0,
    args: ["--plain"],
    other: { server: "sdk-push" },
  },
];

export const cases = PAIRINGS.map((pairing) => ({
  id: pairing.id,
  against: pairing.against,
  servers: ["midcall", pairing.other?.server ?? pairing.against],
  run: (
    /** @type {{ quick: boolean, subject: string, other: string }} */ { quick, subject, other },
  ) => measure(pairing, quick ? QUICK : DEFAULT, subject, other),
}));

/** @param {Pairing} pairing @param {typeof DEFAULT} plan @param {string} subject @param {string} other */
async function measure(pairing, plan, subject, other) {
  const runs = [];
  for (let block = 0; block < plan.blocks; block += 1) {
    const args = pairing.args ?? [];
    const ours = await openSide(subject, pairing, [...args, ...(pairing.ours ?? [])]);
    const theirs = await openSide(other, pairing, [...args, ...(pairing.other?.args ?? [])]);
    try {
      await ours.load(plan.warmUpMs);
      await theirs.load(plan.warmUpMs);
      for (let pair = 0; pair < plan.pairs; pair += 1) {
        const outsideLoad = watchOutsideLoad();
        const order = pair % 2 === 0 ? [ours, theirs] : [theirs, ours];
        const rates = new Map();
        for (const side of order) rates.set(side, await side.load(plan.windowMs));
        const used = [...rates.values()].reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
        runs.push({
          block,
          midcall: rates.get(ours),
          other: rates.get(theirs),
          outsideCores: outsideLoad(used),
        });
      }
    } finally {
      await ours.close();
      await theirs.close();
    }
  }
  const ratios = runs.map(({ midcall, other }) => midcall.callsPerSecond / other.callsPerSecond);
  return {
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    median: median(runs.map(({ midcall }) => midcall.callsPerSecond)),
    otherMedian: median(runs.map(({ other }) => other.callsPerSecond)),
    cpuRatio: median(
      runs.map(({ midcall, other }) => other.cpuMicrosPerCall / midcall.cpuMicrosPerCall),
    ),
    unit: "calls/s",
    outsideCores: median(runs.map(({ outsideCores }) => outsideCores)),
    runs,
  };
}

/** @param {string} server @param {Pairing} pairing @param {string[]} args */
async function openSide(server, pairing, args) {
  const process = await startServer(server, args);
  const createHost = pairing.protocolVersion === "2026" ? createStatelessHost : createSessionHost;
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => createHost(process.port)));
  return {
    /** @param {number} milliseconds */
    async load(milliseconds) {
      const before = await process.usage();
      const { calls, seconds } = await runLoad(hosts, {
        questions: pairing.questions,
        milliseconds,
      });
      const after = await process.usage();
      const cpuMicros = after.cpuMicros - before.cpuMicros;
      return { callsPerSecond: calls / seconds, cpuMicrosPerCall: cpuMicros / calls, cpuMicros };
    },
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
      await process.stop();
    },
  };
}
