/** Open questions on 2025-11-25: each is a handler that waits in a replica, and an open response to its client. */
import { setTimeout as pause } from "node:timers/promises";
import { between, forEach } from "./fleet.mjs";
import { createSessionHost } from "./session-calls.mjs";
import { shuffle } from "./stateless.mjs";

const AT_ONCE = 32;
/** Enough for the code of a replica to be compiled. */
const WARM_UP = 300;
/** After a question was asked, a replica looks for its answer more often than later. */
const SETTLE_MS = 10_000;
/** How long a fleet is given after the loss of a replica: more than its lease, in milliseconds. */
const TAKE_OVER_MS = 25_000;

/**
 * @param {import("./fleet.mjs").Fleet} fleet
 * @param {{ calls: number, perSession: number, waitSeconds: number, kill: boolean }} options `kill` ends one replica with
 *   SIGKILL while all questions are open
 */
export async function measureSessions(fleet, { calls, perSession, waitSeconds, kill }) {
  const host = createSessionHost(fleet);
  const wait = async () => {
    await pause(SETTLE_MS);
    const before = await fleet.snapshot();
    await pause(waitSeconds * 1000);
    return perSecond(between(before, await fleet.snapshot()));
  };
  try {
    await warmUp(host, WARM_UP * fleet.size);
    await fleet.snapshot(true);
    const start = await fleet.snapshot(true);
    const idle = await wait();

    const sessions = [];
    await forEach(Math.ceil(calls / perSession), AT_ONCE, async (index) => {
      sessions[index] = await host.openSession(`user ${index}`);
    });
    const joined = await fleet.snapshot(true);
    /** @type {import("./session-calls.mjs").OpenCall[]} */
    const open = [];
    const beforeOpening = await fleet.snapshot();
    await forEach(calls, AT_ONCE, async (index) => {
      open[index] = await host.openCall(sessions[index % sessions.length]);
    });
    const opening = between(beforeOpening, await fleet.snapshot());
    const opened = await fleet.snapshot(true);
    const waiting = await wait();

    let lost;
    if (kill) {
      const before = await fleet.snapshot();
      await fleet.kill();
      await pause(TAKE_OVER_MS);
      lost = {
        waiting: await wait(),
        resumed: host.resumed,
        storeBytes: (await fleet.snapshot()).store.bytes - before.store.bytes,
      };
    }

    const beforeAnswers = await fleet.snapshot();
    const order = shuffle(open);
    await forEach(calls, AT_ONCE, (index) => order[index].answer());
    const answering = between(beforeAnswers, await fleet.snapshot());
    const answered = await fleet.snapshot(true);
    await forEach(sessions.length, AT_ONCE, (index) => host.closeSession(sessions[index]));
    // Every replica hears of the end of a session.
    await pause(1_000);
    const ended = await fleet.snapshot(true);

    const ofSessions = between(start, joined);
    const ofCalls = between(joined, opened);
    const perServer = (name) => ofSessions[name] / ofSessions.servers;
    const perCall = (name) => (ofCalls[name] - perServer(name) * ofCalls.servers) / calls;
    return {
      calls,
      sessions: sessions.length,
      serversPerSession: (opened.servers - start.servers) / sessions.length,
      sessionHeapBytes: perServer("heapBytes"),
      sessionRssBytes: perServer("rssBytes"),
      callHeapBytes: perCall("heapBytes"),
      callRssBytes: perCall("rssBytes"),
      /** With everything that its session takes in all replicas. */
      allHeapBytes: (opened.heapBytes - start.heapBytes) / calls,
      allRssBytes: (opened.rssBytes - start.rssBytes) / calls,
      sessionStoreBytes: ofSessions.store.bytes / sessions.length,
      callStoreBytes: ofCalls.store.bytes / calls,
      sessionCpuMicros: ofSessions.cpuMicros / sessions.length,
      sessionOperations: ofSessions.operations / sessions.length,
      openCpuMicros: opening.cpuMicros / calls,
      /** Without the looks, which depend on how long it takes. */
      openOperations: (opening.operations - opening.looks) / calls,
      openLooks: opening.looks / calls,
      openCommands: opening.store.commands / calls,
      openStoreCpuMicros: opening.store.cpuMicros / calls,
      answerCpuMicros: answering.cpuMicros / calls,
      answerOperations: (answering.operations - answering.looks) / calls,
      answerLooks: answering.looks / calls,
      answerCommands: answering.store.commands / calls,
      answerStoreCpuMicros: answering.store.cpuMicros / calls,
      publishedPerAnswer: answering.published / calls,
      heardPerAnswer: answering.heard / calls,
      idle,
      waiting,
      ...(lost !== undefined && { lost }),
      leftHeapBytes: ended.heapBytes - start.heapBytes,
      leftStoreBytes: ended.store.bytes - answered.store.bytes,
      storeBytesAfter: ended.store.bytes - start.store.bytes,
    };
  } finally {
    host.close();
  }
}

/** The processor time in milliseconds, and everything else, per second. @param {import("./fleet.mjs").Snapshot} used */
function perSecond({ seconds, cpuMicros, operations, published, heard, store }) {
  return {
    cpuMillis: cpuMicros / 1000 / seconds,
    operations: operations / seconds,
    published: published / seconds,
    heard: heard / seconds,
    storeCpuMillis: store.cpuMicros / 1000 / seconds,
    storeCommands: store.commands / seconds,
  };
}

/** @param {ReturnType<typeof createSessionHost>} host @param {number} count */
async function warmUp(host, count) {
  await forEach(count, AT_ONCE, async (index) => {
    const session = await host.openSession(`warm-up ${index}`);
    const call = await host.openCall(session);
    await call.answer();
    await host.closeSession(session);
  });
}
