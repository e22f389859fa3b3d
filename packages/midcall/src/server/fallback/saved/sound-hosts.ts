import type { HostCapabilities } from "../../host/capabilities.js";
import { canonicalJson, digest } from "../../state/canonical-json.js";
import type { Place } from "../../state/sealed-store.js";

/** A call of a user. */
export interface HostedCall {
  /** See `ownerOf`. */
  readonly owner: string;
  /** The user whom the store counts its notes for, or `""` for one whom nobody knows. */
  readonly user: string;
  /** See `placeOf`. */
  readonly place: Place;
}

/** How many hosts are remembered; the oldest is forgotten first. */
const MOST = 10_000;

/** Names the host of a call of this user. */
export const hostOf = (
  { name = "", version = "" }: HostCapabilities,
  { owner }: HostedCall,
): string => digest(canonicalJson([owner, name, version]));

/** Hosts that have passed on what their user did. */
export class SoundHosts {
  readonly #hosts = new Set<string>();

  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  add(host: string): void {
    this.#hosts.delete(host);
    this.#hosts.add(host);
    const [oldest] = this.#hosts;
    if (this.#hosts.size > MOST) this.#hosts.delete(oldest!);
  }
}
