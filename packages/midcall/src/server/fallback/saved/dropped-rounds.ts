import type { Store } from "../../../store/index.js";
import type { HostCapabilities } from "../../host/capabilities.js";

/**
 * Hosts that drop the rounds of 2026-07-28: they declare elicitation, take the result that asks for the final one, and
 * their model calls again. One that has returned a round is trusted from then on.
 */
export interface DroppedRounds {
  /** The host was asked in this call. */
  asked(place: string): Promise<void>;
  /** The host has come back with a round. Returns whether this call counted as dropped. */
  returned(owner: string, host: HostCapabilities, place: string): Promise<boolean>;
  /** Whether the same call was asked before and has not come back, from a host that never did. */
  isDropped(owner: string, host: HostCapabilities, place: string): Promise<boolean>;
}

/** Calls that are made at once are not repeated ones: no model reads a result and calls again in this time. */
const AT_ONCE_MS = 1_000;
/** How long a question counts as not answered. */
const KEPT_MS = 600_000;
/** How many hosts are remembered as sound; the oldest is forgotten first. */
const MOST_HOSTS = 10_000;

export function createDroppedRounds(store: Store, now: () => number): DroppedRounds {
  const sound = new Set<string>();
  const nameOf = (owner: string, { name = "", version = "" }: HostCapabilities): string =>
    JSON.stringify([owner, name, version]);
  const noteAt = (place: string): string => `${place}:asked`;
  const DROPPED = "dropped";
  return {
    asked: (place) => store.put(noteAt(place), String(now()), { ttlMs: KEPT_MS }),
    async returned(owner, host, place) {
      const name = nameOf(owner, host);
      sound.delete(name);
      sound.add(name);
      const [oldest] = sound;
      if (sound.size > MOST_HOSTS && oldest !== undefined) sound.delete(oldest);
      const note = await store.get(noteAt(place));
      await store.delete(noteAt(place));
      return note === DROPPED;
    },
    async isDropped(owner, host, place) {
      if (sound.has(nameOf(owner, host))) return false;
      const note = await store.get(noteAt(place));
      if (note === DROPPED) return true;
      if (note === undefined || now() - Number(note) < AT_ONCE_MS) return false;
      await store.put(noteAt(place), DROPPED, { ttlMs: KEPT_MS });
      return true;
    },
  };
}
