/**
 * How a call with ten questions grows on 2026-07-28: the time of round n, and the bytes of state that each answer adds.
 */
import { createStatelessHost } from "../load/stateless-host.mjs";
import { startServer } from "../server-process.mjs";
import { fitLine, fitQuadratic, median } from "../statistics.mjs";

const ROUNDS = 10;

/** @param {string} server */
async function openSide(server) {
  const process = await startServer(server);
  const host = await createStatelessHost(process.port);
  return {
    /** Makes one call. Returns the microseconds of rounds 1 to 10, and the length of the state that each returned. */
    async call() {
      const micros = [];
      const stateBytes = [];
      let last = performance.now();
      await host.call(ROUNDS, ({ requestState }) => {
        const now = performance.now();
        if (requestState !== undefined) {
          micros.push((now - last) * 1000);
          stateBytes.push(Buffer.byteLength(requestState));
        }
        last = now;
      });
      return { micros, stateBytes };
    },
    async close() {
      await host.close();
      await process.stop();
    },
  };
}

/** @param {string} subject @param {string} other @param {(ours: any, theirs: any) => Promise<any>} body */
async function withBoth(subject, other, body) {
  const ours = await openSide(subject);
  const theirs = await openSide(other);
  try {
    return await body(ours, theirs);
  } finally {
    await ours.close();
    await theirs.close();
  }
}

/** @param {number[]} costs of rounds 1, 2, … */
function shape(costs) {
  const xs = costs.map((_, index) => index);
  const { b, c } = fitQuadratic(xs, costs);
  const last = costs.at(-1) ?? 1;
  return {
    microsPerRound: fitLine(xs, costs).b,
    // The share of the last round's cost that is due to the quadratic term: about 0 or less for linear growth.
    curvature: (c * (costs.length - 1) ** 2) / last,
    initialSlope: b,
  };
}

export const cases = [
  {
    id: "round-cost",
    against: "sdk-guard",
    servers: ["midcall", "sdk-guard"],
    run: (
      /** @type {{ quick: boolean, subject: string, other: string }} */ { quick, subject, other },
    ) =>
      withBoth(subject, other, async (ours, theirs) => {
        const [turns, calls] = quick ? [4, 20] : [20, 40];
        const samples = { ours: [], theirs: [] };
        // Turn 0 is for warming up. The first calls of a turn have cold caches.
        for (let turn = 0; turn <= turns; turn += 1) {
          for (const side of turn % 2 === 0 ? ["ours", "theirs"] : ["theirs", "ours"]) {
            for (let call = 0; call < calls * (turn === 0 ? 5 : 1); call += 1) {
              const { micros } = await (side === "ours" ? ours : theirs).call();
              if (turn > 0 && call >= 5) samples[side].push(micros);
            }
          }
        }
        const costs = (rows) =>
          Array.from({ length: ROUNDS }, (_, round) => median(rows.map((row) => row[round])));
        const midcall = costs(samples.ours);
        const other = costs(samples.theirs);
        const form = shape(midcall);
        return {
          ratio: median(other) / median(midcall),
          median: form.microsPerRound,
          otherMedian: shape(other).microsPerRound,
          curvature: form.curvature,
          otherCurvature: shape(other).curvature,
          unit: "µs more per round",
          note: `round 1 ${midcall[0].toFixed(0)} µs, round 10 ${midcall[9].toFixed(0)} µs (sdk-guard ${other[0].toFixed(0)}, ${other[9].toFixed(0)}); curvature ${form.curvature.toFixed(3)}; ratio is of the rounds' medians`,
          runs: midcall.map((cost, index) => ({
            round: index + 1,
            midcall: cost,
            other: other[index],
          })),
        };
      }),
  },
  {
    id: "state-bytes-per-answer",
    against: "sdk-guard",
    servers: ["midcall", "sdk-guard"],
    run: (/** @type {{ quick: boolean, subject: string, other: string }} */ { subject, other }) =>
      withBoth(subject, other, async (ours, theirs) => {
        const midcall = (await ours.call()).stateBytes;
        const other = (await theirs.call()).stateBytes;
        const perAnswer = (sizes) => (sizes[ROUNDS - 1] - sizes[0]) / (ROUNDS - 1);
        return {
          ratio: perAnswer(other) / perAnswer(midcall),
          median: perAnswer(midcall),
          otherMedian: perAnswer(other),
          unit: "bytes of state per answer",
          note: `before the first answer ${midcall[0]} bytes, after nine ${midcall[9]} (sdk-guard ${other[0]}, ${other[9]})`,
          runs: midcall.map((bytes, index) => ({
            answers: index,
            midcall: bytes,
            other: other[index],
          })),
        };
      }),
  },
];
