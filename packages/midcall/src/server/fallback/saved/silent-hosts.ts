import type { ResponseOutcome } from "../../elicitation/decode.js";
import type { HostCapabilities } from "../../host/capabilities.js";
import { beside, type Place, type SealedStore } from "../../state/sealed-store.js";
import { type HostedCall, hostOf, SoundHosts } from "./sound-hosts.js";

/**
 * Hosts of 2025 that declare elicitation and never answer a question, until they give the call up. What such a host was
 * asked in vain is asked elsewhere when the same call is made again. One that has passed on a user's answer is trusted
 * from then on.
 */
export interface SilentHosts {
  /**
   * A question of this call has ended in the host.
   *
   * @param openMs - how long it was open there
   */
  ended(
    host: HostCapabilities,
    call: HostedCall,
    outcome: ResponseOutcome,
    openMs: number,
  ): Promise<void>;
  /** Whether the same call was asked in vain before, by a host that has never passed on an answer. */
  isSilent(host: HostCapabilities, call: HostedCall): Promise<boolean>;
}

/** A call that is given up sooner may have been stopped by a user who has seen the question. */
const SHORTEST_SILENCE_MS = 20_000;
/** How long a question counts as not answered. */
const KEPT_MS = 600_000;

/** @param store - where calls wait */
export function createSilentHosts(store: SealedStore): SilentHosts {
  const sound = new SoundHosts();
  const noteAt = ({ place }: HostedCall): Place => beside(place, "silent");
  return {
    async ended(host, call, outcome, openMs) {
      const name = hostOf(host, call);
      if (isFromUser(outcome)) {
        sound.add(name);
        await store.delete(noteAt(call));
      } else if (isSilence(outcome) && openMs >= SHORTEST_SILENCE_MS && !sound.has(name)) {
        await store.put(noteAt(call), name, { ttlMs: KEPT_MS, owner: call.user });
      }
    },
    async isSilent(host, call) {
      const name = hostOf(host, call);
      return !sound.has(name) && (await store.get(noteAt(call))) === name;
    },
  };
}

function isFromUser({ kind }: ResponseOutcome): boolean {
  return kind !== "unanswered" && kind !== "invalid";
}

/** Whether nothing has come from the host until the question was withdrawn. */
function isSilence(outcome: ResponseOutcome): boolean {
  if (outcome.kind !== "unanswered") return false;
  return outcome.reason === "disconnected" || outcome.reason === "deadline";
}
