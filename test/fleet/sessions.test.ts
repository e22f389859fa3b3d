import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../engines/random.mjs";
import { isNight, scaled, seed } from "../night.js";
import { check, GIVEN_UP, gaveUp, LOST_WITH_A_PROCESS, makeCalls } from "./session-calls.js";
import { createSessionFleet, type SessionFleet } from "./session-fleet.js";
import { sharePostgres, shareRedis, type SharedStore } from "./shared-store.js";

/*
 * Three processes behind a proxy without stickiness, with official clients of 2025. Processes are killed while questions are
 * open, and a call goes on in another one.
 */

const CALLS = scaled(16, 1_000);
const KILLS = scaled(4, 60);
/** Calls that finish although their process was killed. */
const SURVIVORS = scaled(3, 60);

/** By day own-peers.test.ts has sessions on PostgreSQL. */
const shares = [
  ["Redis", shareRedis],
  ...(isNight ? [["PostgreSQL", sharePostgres] as const] : []),
] as const;

describe.each(shares)("three processes that share their sessions on %s", (_, share) => {
  let shared: SharedStore;
  let fleet: SessionFleet;
  beforeAll(async () => {
    shared = await share();
    fleet = await createSessionFleet(shared.address, Math.min(KILLS, 6));
  });
  afterAll(async () => {
    await fleet?.close();
    await shared?.close();
  });

  it(`finish ${CALLS} calls although ${KILLS} processes are killed: nobody is asked twice, no step runs twice (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const every = scaled(8, 40);
    let questions = 0;
    let due = every;
    let isReplacing = false;
    const replacing: Promise<void>[] = [];
    const calls = await makeCalls(fleet, {
      name: "killed",
      atOnce: scaled(8, 32),
      // Calls beyond these only pass the time until a lease has run out.
      slowMs: ({ begun }) => (begun.length > CALLS ? 2_500 : scaled(200, 1_500)),
      onQuestion() {
        questions += 1;
        // One after the other, so that a client that comes back finds a process.
        if (questions < due || isReplacing || fleet.killed >= KILLS) return;
        isReplacing = true;
        const replaced = fleet.replace(random(3), "SIGKILL").then(() => {
          isReplacing = false;
          due = questions + every;
        });
        replacing.push(replaced);
      },
      isEnough: ({ finished }) =>
        finished.size >= CALLS &&
        fleet.killed >= KILLS &&
        [...finished].filter((id) => fleet.orphaned.has(id)).length >= SURVIVORS,
    });
    await Promise.all(replacing);
    check(calls, fleet, [...LOST_WITH_A_PROCESS, ...GIVEN_UP]);
    // On 2025-11-25 the first id comes at once; a few processes are killed just before.
    const waited = calls.others.filter((end) => /timed out.*2025-11-25/.test(end)).length;
    expect(waited).toBeLessThanOrEqual(gaveUp() + fleet.killed / 50);
  });
});
