import type { Peer } from "./peers.mjs";

/** Three processes of one server behind a proxy. */
export interface PeerFleet {
  readonly url: string;
  close(): Promise<void>;
}

export function startFleet(peer: Peer, storeUrl: string): Promise<PeerFleet>;
