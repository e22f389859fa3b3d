import { expect, it } from "vitest";
import { results } from "../../../scripts/fleet-table.mjs";
import { measure } from "./measure.mjs";
import { own } from "./peers.mjs";

/*
 * What docs/fleets.md says of midcall beside other servers. `npm run fleet-peers` measures the others, which takes minutes, and the
 * installation of their packages.
 */
const { clients, peers } = results();
const [first, second] = Object.keys(clients) as [string, string];

it.each([
  [own[0]!.name, own[0]!, first],
  [own[1]!.name, own[1]!, second],
])(
  "%s: every call completes in three processes, as the table says",
  async (name, peer, client) => {
    const measured = await measure(peer, client);
    for (const { completed, of, asked, held } of Object.values(measured))
      expect([completed, asked, held]).toEqual([of, 1, 1]);
    expect(measured).toEqual(peers.find((one) => one.name === name)?.results[client]);
  },
  180_000,
);
