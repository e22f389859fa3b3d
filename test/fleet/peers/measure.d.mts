import type { Outcome } from "../../../scripts/fleet-table.mjs";
import type { Peer } from "./peers.mjs";

/** All scenarios of one server with one client, with a store and processes of their own. */
export function measure(peer: Peer, client: string): Promise<Record<string, Outcome>>;
