import { canonicalJson, digest } from "./canonical.js";
import { StateError } from "./errors.js";
import type { Settings } from "./options.js";
import type { FlowState, StepEntry } from "./state.js";
import type { Store } from "../store/index.js";

/** Longest a flow is remembered after it was last touched. */
const FLOW_TTL_MS = 24 * 60 * 60 * 1000;
const CLAIMED = "claimed";
const ttl = { ttlMs: FLOW_TTL_MS } as const;

/** What the fleet remembers of one call: which answers were used, which steps ran, how it ended. */
export interface FlowStore {
  /**
   * Uses up a state together with its answers. The same answers may come again (their response was
   * lost); a finished call then gives its recorded result.
   *
   * @throws StateError `replayed` for different answers, or for a state of a finished call.
   */
  consume(
    state: FlowState,
    answers: Record<string, unknown>,
  ): Promise<{ result: unknown } | undefined>;
  /** Claims a step: `"mine"`, the entry of whoever finished it, or `"interrupted"`. */
  claimStep(key: string): Promise<"mine" | "interrupted" | StepEntry>;
  recordStep(entry: StepEntry): Promise<void>;
  /** Keeps the result for a client that missed it, and deletes the rest of the call's records. */
  finish(
    result: unknown,
    state: FlowState,
    answers: Record<string, unknown>,
    steps: readonly string[],
  ): Promise<void>;
}

export function createFlowStore(
  store: Store,
  flow: string,
  { sealer, limits }: Settings,
): FlowStore {
  const useKey = (round: number): string => `midcall:flow:${flow}:use:${round}`;
  const stepKey = (key: string): string => `midcall:flow:${flow}:step:${key}`;
  const endKey = `midcall:flow:${flow}:end`;

  return {
    async consume(state, answers) {
      const used = digest(canonicalJson(answers));
      const end = await store.get(endKey);
      if (end !== undefined) {
        const ended = JSON.parse(sealer.open(end)) as {
          round: number;
          used: string;
          result?: unknown;
        };
        if (ended.round !== state.round || ended.used !== used || ended.result === undefined)
          throw new StateError("replayed");
        return { result: ended.result };
      }
      // A retry without answers uses nothing up.
      if (Object.keys(answers).length === 0) return undefined;
      if (await store.putIfAbsent(useKey(state.round), used, ttl)) return undefined;
      if ((await store.get(useKey(state.round))) !== used) throw new StateError("replayed");
      return undefined;
    },

    async claimStep(key) {
      if (await store.putIfAbsent(stepKey(key), CLAIMED, ttl)) return "mine";
      const value = await store.get(stepKey(key));
      if (value === undefined || value === CLAIMED) return "interrupted";
      return JSON.parse(sealer.open(value)) as StepEntry;
    },

    async recordStep(entry) {
      await store.put(stepKey(entry.k), sealer.seal(JSON.stringify(entry)), ttl);
    },

    async finish(result, state, answers, steps) {
      const end = { round: state.round, used: digest(canonicalJson(answers)) };
      const text = JSON.stringify({ ...end, result });
      await store.put(
        endKey,
        sealer.seal(text.length <= limits.stateBytes ? text : JSON.stringify(end)),
        ttl,
      );
      for (const key of steps) await store.delete(stepKey(key));
      for (let round = 1; round <= state.round; round++) await store.delete(useKey(round));
    },
  };
}
