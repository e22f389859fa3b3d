import { canonicalJson, digest } from "./canonical.js";
import { StateError } from "./errors.js";
import type { Settings } from "./options.js";
import type { FlowState, StepEntry } from "./state.js";
import type { Store } from "../store/index.js";

const CLAIMED = "claimed";

/** What the fleet remembers of one call: which answers were used, which steps ran, how it ended. */
export interface FlowStore {
  /**
   * Uses up a state together with the answers that came with it, or with their absence. The same may
   * come again (its response was lost); a finished call then gives its recorded result.
   *
   * @throws StateError `replayed` for different answers, or for a state of a finished call.
   */
  consume(): Promise<{ result: unknown } | undefined>;
  /**
   * Claims a step: `"mine"`, the entry of whoever finished it, `"interrupted"`, or `"ended"` when another
   * copy of this request has finished the call meanwhile.
   */
  claimStep(key: string): Promise<"mine" | "interrupted" | "ended" | StepEntry>;
  recordStep(entry: StepEntry): Promise<void>;
  /** Keeps the result for a client that missed it, and deletes the rest of the call's records. */
  finish(result: unknown, steps: readonly string[]): Promise<void>;
}

/**
 * @param state The state that came in.
 * @param answers All responses that came with it.
 */
export function createFlowStore(
  store: Store,
  state: FlowState,
  answers: Readonly<Record<string, unknown>>,
  { sealer, limits, now, stateTtlMs }: Settings,
): FlowStore {
  const { flow, round, expiresAt = now() } = state;
  const useKey = (ofRound: number): string => `midcall:flow:${flow}:use:${ofRound}`;
  const stepKey = (key: string): string => `midcall:flow:${flow}:step:${key}`;
  const endKey = `midcall:flow:${flow}:end`;
  const used = digest(canonicalJson(answers));
  /** As long as any state of this call is accepted, and a little longer. */
  const lifetime = (): { ttlMs: number } => ({ ttlMs: expiresAt - now() + stateTtlMs });

  return {
    async consume() {
      // The use is written before the end is looked for, and finish() writes the end before it deletes the uses:
      // whoever finds neither is the first.
      const isFirst = await store.putIfAbsent(useKey(round), used, lifetime());
      const usedBefore = isFirst ? used : await store.get(useKey(round));
      const end = await store.get(endKey);
      if (end === undefined) {
        if (usedBefore !== used) throw new StateError("replayed");
        return undefined;
      }
      if (isFirst) await store.delete(useKey(round));
      const ended = JSON.parse(sealer.open(end, "record")) as {
        round: number;
        used: string;
        result?: unknown;
      };
      if (ended.round !== round || ended.used !== used || ended.result === undefined) {
        throw new StateError("replayed");
      }
      return { result: ended.result };
    },

    async claimStep(key) {
      if (!(await store.putIfAbsent(stepKey(key), CLAIMED, lifetime()))) {
        const value = await store.get(stepKey(key));
        if (value !== undefined && value !== CLAIMED)
          return JSON.parse(sealer.open(value, "record")) as StepEntry;
        return (await store.get(endKey)) === undefined ? "interrupted" : "ended";
      }
      // The claims of a finished call are gone, which must not make its steps new again.
      if ((await store.get(endKey)) === undefined) return "mine";
      await store.delete(stepKey(key));
      return "ended";
    },

    async recordStep(entry) {
      await store.put(stepKey(entry.k), sealer.seal(JSON.stringify(entry), "record"), lifetime());
    },

    async finish(result, steps) {
      const end = { round, used };
      const text = JSON.stringify({ ...end, result });
      const kept = text.length <= limits.stateBytes ? text : JSON.stringify(end);
      await store.put(endKey, sealer.seal(kept, "record"), lifetime());
      for (const key of steps) await store.delete(stepKey(key));
      for (let past = 1; past <= round; past++) await store.delete(useKey(past));
    },
  };
}
