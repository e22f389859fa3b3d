import { describe, expect, it } from "vitest";
import { type Outcome, results } from "../../scripts/fleet-table.mjs";
import { startFleet } from "./peers/fleet.mjs";
import { own } from "./peers/peers.mjs";
import { runScenario, scenarios } from "./peers/scenarios.mjs";
import { sharePostgres, shareRedis } from "./shared-store.js";

/*
 * What docs/fleets.md says of midcall beside other servers. `npm run fleet-peers` measures the others, which takes minutes, and the
 * installation of their packages.
 */
const { clients, peers } = results();
const [first, second] = Object.keys(clients) as [string, string];
/** Nobody waits longer than it has to, and a call has all the time that it needs. */
const times = { limitMs: 170_000, limitAfterKillMs: 170_000, settlesMs: 0, thinksMs: 0 };

describe.concurrent("in three processes", () => {
  it.each([
    [own[0]!.name, own[0]!, first, shareRedis],
    [own[1]!.name, own[1]!, second, sharePostgres],
  ] as const)("%s: every call completes, as the table says", async (name, peer, client, share) => {
    const store = await share();
    const fleet = await startFleet(peer, store.address);
    try {
      const run = async (kills: boolean): Promise<(readonly [string, Outcome])[]> =>
        Promise.all(
          scenarios
            .filter((scenario) => (scenario.kills !== undefined) === kills)
            .map(
              async (scenario) =>
                [scenario.id, await runScenario(scenario, { fleet, peer, client, times })] as const,
            ),
        );
      const measured = Object.fromEntries([...(await run(false)), ...(await run(true))]);
      expect(measured).toEqual(peers.find((one) => one.name === name)?.results[client]);
      for (const outcome of Object.values(measured))
        expect(outcome).toEqual({ completed: outcome.of, of: outcome.of, asked: 1, held: 1 });
    } finally {
      await fleet.close();
      await store.close();
    }
  });
});
