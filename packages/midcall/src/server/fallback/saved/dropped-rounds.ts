import type { HostCapabilities } from "../../host/capabilities.js";
import { beside, type Place, type RecordLife, type SealedStore } from "../../state/sealed-store.js";
import { type HostedCall, hostOf, SoundHosts } from "./sound-hosts.js";

/**
 * Hosts that drop the rounds of 2026-07-28: they declare elicitation, take the result that asks for the final one, and
 * their model calls again. One that has returned a round is trusted from then on.
 */
export interface DroppedRounds {
  /** The host was asked in this call. */
  asked(call: HostedCall): Promise<void>;
  /** The host has come back with a round. Returns whether this call counted as dropped. */
  returned(host: HostCapabilities, call: HostedCall): Promise<boolean>;
  /** Whether the same call was asked before and has not come back, from a host that never did. */
  isDropped(host: HostCapabilities, call: HostedCall): Promise<boolean>;
}

/** Calls that are made at once are not repeated ones: no model reads a result and calls again in this time. */
const AT_ONCE_MS = 1_000;
/** How long a question counts as not answered. */
const KEPT_MS = 600_000;

export function createDroppedRounds(store: SealedStore, now: () => number): DroppedRounds {
  const sound = new SoundHosts();
  const noteAt = ({ place }: HostedCall): Place => beside(place, "asked");
  const lifeOf = ({ user }: HostedCall): RecordLife => ({ ttlMs: KEPT_MS, owner: user });
  const DROPPED = "dropped";
  return {
    asked: (call) => store.put(noteAt(call), String(now()), lifeOf(call)),
    async returned(host, call) {
      sound.add(hostOf(host, call));
      const note = await store.get(noteAt(call));
      await store.delete(noteAt(call));
      return note === DROPPED;
    },
    async isDropped(host, call) {
      if (sound.has(hostOf(host, call))) return false;
      const note = await store.get(noteAt(call));
      if (note === DROPPED) return true;
      if (note === undefined || now() - Number(note) < AT_ONCE_MS) return false;
      await store.put(noteAt(call), DROPPED, lifeOf(call));
      return true;
    },
  };
}
