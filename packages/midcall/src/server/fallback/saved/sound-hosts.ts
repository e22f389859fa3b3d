import type { HostCapabilities } from "../../host/capabilities.js";
import { canonicalJson, digest } from "../../state/canonical-json.js";
import type { HostedCall } from "./silent-hosts.js";

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
