/**
 * The memory that an open question takes on the server: its heap after collection with many questions open, minus its
 * heap before.
 *
 * On 2026-07-28 the server keeps nothing between rounds, so the figure is the noise of the measurement. On 2025-11-25
 * every open question has a waiting handler and an open stream with its own socket.
 */
import { createSessionHost } from "../load/session-host.mjs";
import { createStatelessHost } from "../load/stateless-host.mjs";
import { runLoad } from "../load/run-load.mjs";
import { startServer } from "../server-process.mjs";

const SESSIONS = 100;
/** Below this, a figure counts as 0: with 10,000 open questions it is 2.5 MB, which code caches alone can take. */
const NOISE_BYTES = 256;

/** @param {string} server @param {"2025" | "2026"} protocolVersion @param {number} open */
async function bytesPerQuestion(server, protocolVersion, open) {
  const process = await startServer(server);
  const createHost = protocolVersion === "2026" ? createStatelessHost : createSessionHost;
  const hosts = await Promise.all(Array.from({ length: SESSIONS }, () => createHost(process.port)));
  try {
    // Also warms up the measured path. These questions stay open as well, and are part of the heap before.
    await runLoad(hosts, { questions: 1, milliseconds: 2_000 });
    await abandon(hosts, 10);
    const before = await process.usage(true);
    await runLoad(hosts, { questions: 1, milliseconds: 3_000 });
    const idle = await process.usage(true);
    await abandon(hosts, open / SESSIONS);
    const after = await process.usage(true);
    return {
      server,
      open,
      heapBytes: (after.heapBytes - idle.heapBytes) / open,
      rssBytes: (after.rssBytes - idle.rssBytes) / open,
      noiseBytes: Math.abs(idle.heapBytes - before.heapBytes) / open,
    };
  } finally {
    await Promise.all(hosts.map((host) => host.close()));
    await process.stop();
  }
}

/** @param {import("../load/run-load.mjs").Host[]} hosts @param {number} each questions every host leaves open */
async function abandon(hosts, each) {
  await Promise.all(
    hosts.map(async (host) => {
      for (let index = 0; index < each; index += 1) await host.abandon();
    }),
  );
}

export const cases = [
  { id: "heap-per-open-question-2026", against: "sdk-guard", protocolVersion: "2026" },
  { id: "heap-per-open-question-2025", against: "sdk-push", protocolVersion: "2025" },
].map(({ id, against, protocolVersion }) => ({
  id,
  against,
  servers: ["midcall", against],
  run: async (
    /** @type {{ quick: boolean, subject: string, other: string }} */ {
      quick,
      subject,
      other: server,
    },
  ) => {
    const open = quick ? 1_000 : 10_000;
    const midcall = await bytesPerQuestion(subject, protocolVersion, open);
    const other = await bytesPerQuestion(server, protocolVersion, open);
    const bothAreNoise =
      Math.abs(midcall.heapBytes) < NOISE_BYTES && Math.abs(other.heapBytes) < NOISE_BYTES;
    return {
      ratio: bothAreNoise ? 1 : other.heapBytes / midcall.heapBytes,
      median: midcall.heapBytes,
      otherMedian: other.heapBytes,
      unit: "bytes of heap per open question",
      note: `${open} open; noise ${midcall.noiseBytes.toFixed(1)} and ${other.noiseBytes.toFixed(1)} bytes; resident ${midcall.rssBytes.toFixed(0)} and ${other.rssBytes.toFixed(0)} bytes`,
      runs: [{ midcall, other }],
    };
  },
}));
