import { startFleet } from "./fleet.mjs";
import { runScenario, scenarios } from "./scenarios.mjs";
import { startStore } from "./store.mjs";

/**
 * All scenarios of one server with one client, with a store and processes of their own.
 *
 * @param {import("./peers.mjs").Peer} peer
 * @param {string} client - the package of the client
 * @returns {Promise<Record<string, import("../../../scripts/fleet-table.mjs").Outcome>>} what came of each scenario, by its id; without those that the transport of the server does not have
 */
export async function measure(peer, client) {
  // The transport of 2024 is nothing but such a stream.
  const possible = scenarios.filter(({ hasStream }) => hasStream || peer.path !== "/sse");
  const store = await startStore(peer.store);
  const inFleet = async (some) => {
    const fleet = await startFleet(peer, store.url);
    try {
      return await Promise.all(
        some.map(async (one) => [one.id, await runScenario(one, { fleet, peer, client })]),
      );
    } finally {
      await fleet.close();
    }
  };
  try {
    const isHarmless = ({ kills }) => kills === undefined;
    const results = await Promise.all([
      inFleet(possible.filter(isHarmless)),
      ...possible.filter((one) => !isHarmless(one)).map((one) => inFleet([one])),
    ]);
    return Object.fromEntries(results.flat());
  } finally {
    await store.stop();
  }
}

const isSame = (one, other) =>
  one.completed === other.completed && one.asked === other.asked && one.held === other.held;

/**
 * The same with each client. On a busy machine calls may not complete in time: as long as the clients do not agree, all is done
 * again, and the better result counts.
 *
 * @returns results by client
 */
export async function measureAll(peer, clients) {
  let best;
  for (let tries = 0; tries < 3; tries++) {
    const results = await Promise.all(clients.map((client) => measure(peer, client)));
    best ??= results;
    for (const [index, result] of results.entries())
      for (const [id, outcome] of Object.entries(result))
        if (outcome.completed >= best[index][id].completed) best[index][id] = outcome;
    const [first, ...others] = best;
    const agree = others.every((other) =>
      Object.entries(other).every(([id, outcome]) => isSame(outcome, first[id])),
    );
    if (agree) break;
  }
  return Object.fromEntries(clients.map((client, index) => [client, best[index]]));
}
