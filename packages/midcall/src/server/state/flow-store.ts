import { randomBytes } from "node:crypto";
import { canonicalJson, digest } from "./canonical-json.js";
import { StateError, StoreFailedError } from "../errors.js";
import { createOpenCall } from "../strategies/open-questions.js";
import type { Settings } from "../options.js";
import { type CompactEntry, compactEntry, expandEntry } from "./codec.js";
import type { FlowState, StepEntry } from "./records.js";
import type { Binding } from "./request-state.js";
import type { Store } from "../../store/index.js";
import type { StoreWriteOptions } from "../../store/store.js";

/** What the claim of a step begins with; earlier versions wrote no more than that. */
const CLAIMED = "claimed";

/** What one attempt to claim a step writes, by which it knows its own claim again. */
export function createMark(): string {
  return `${CLAIMED}:${randomBytes(12).toString("base64url")}`;
}

/** A record that is not a claim is sealed, and so contains no colon. */
function isMark(value: string): boolean {
  return value === CLAIMED || value.startsWith(`${CLAIMED}:`);
}

/**
 * The records of one call that all processes share: which answers were used, which steps ran, and how the call ended.
 */
export interface FlowStore {
  /**
   * Uses a state together with the answers that came with it, or with none. The same request may come again when its
   * response was lost; a finished call then returns its recorded result.
   *
   * @throws StateError `replayed` for different answers, or for a state of a finished call
   */
  consume(): Promise<{ result: unknown } | undefined>;
  /**
   * Claims a step. A write that was refused, or that failed, may have got through all the same: the claim is read again, and
   * one's own mark counts.
   *
   * @param mark - of `createMark`, for a caller that tries again after an error, and then with the same mark. Without one, a
   *   claim that is known to be there is given up before the error is thrown, as no function will run for it
   * @returns `"mine"`; the entry, when the step is finished; `"interrupted"`, when it was started and left no result; or
   *   `"ended"`, when another copy of this request has finished the call in the meantime
   */
  claimStep(key: string, mark?: string): Promise<"mine" | "interrupted" | "ended" | StepEntry>;
  recordStep(entry: StepEntry): Promise<void>;
  /** Stores the result for a client that missed it, and deletes the other records of the call. */
  finish(result: unknown, steps: readonly string[]): Promise<void>;
}

/**
 * Every record except the claim of a step is sealed for its own key, which names server, call and step, so that a
 * record copied to another key is refused. An attacker who can write to the store can still delete records, or replace
 * the result of a step by its claim: the step then runs twice, or the call ends as interrupted.
 *
 * @param state The state that came in.
 * @param answers All responses that came with it.
 * @throws LimitError, from `consume`, when the user has too many open calls
 */
export function createFlowStore(
  store: Store,
  state: FlowState,
  answers: Readonly<Record<string, unknown>>,
  user: Pick<Binding, "server" | "principal">,
  settings: Settings,
): FlowStore {
  const { sealer, limits, now, stateTtlMs } = settings;
  const { server, principal = "" } = user;
  const { flow, round, expiresAt = now() } = state;
  const place = `midcall:flow:${digest(server)}:${flow}`;
  const useKey = (ofRound: number): string => `${place}:use:${ofRound}`;
  const stepKey = (key: string): string => `${place}:step:${key}`;
  const endKey = `${place}:end`;
  const used = digest(canonicalJson(answers));
  /** A little longer than any state of this call is accepted. */
  const lifetime = (): StoreWriteOptions => ({
    ttlMs: expiresAt - now() + stateTtlMs,
    owner: principal,
  });

  const counted = createOpenCall(settings, user, state, () => lifetime().ttlMs!);

  /** @throws StoreFailedError when it is not what was recorded for this step */
  const readStep = (value: string, key: string): StepEntry => {
    try {
      return expandEntry(JSON.parse(sealer.open(value, key)) as CompactEntry) as StepEntry;
    } catch (cause) {
      throw new StoreFailedError(cause);
    }
  };

  /**
   * Writes the claim of a step, unless there is a record of it. Returns what is there then: the mark, if the step is claimed.
   *
   * @throws the error of the write, when it is not known whether it got through
   */
  const claim = async (at: string, mark: string): Promise<string | undefined> => {
    const isNew = await store
      .putIfAbsent(at, mark, lifetime())
      .catch((error: unknown) => ({ error }));
    if (isNew === true) return mark;
    const value = await store.get(at).catch((error: unknown) => {
      throw isNew === false ? error : isNew.error;
    });
    if (value === undefined && isNew !== false) throw isNew.error;
    return value;
  };

  return {
    async consume() {
      // The use is written before the end is read, and finish() writes the end before it deletes the uses: a request that
      // finds neither is the first.
      const key = useKey(round);
      // The first round with records in the store.
      const counting = round === 1 ? counted.begin() : undefined;
      counting?.catch(() => {});
      const isFirst = await store.putIfAbsent(key, sealer.seal(used, key), lifetime());
      try {
        await counting;
      } catch (error) {
        if (isFirst) await store.delete(key);
        throw error;
      }
      const before = isFirst ? undefined : await store.get(key);
      const isSame = isFirst || (before !== undefined && sealer.open(before, key) === used);
      const end = await store.get(endKey);
      if (end === undefined) {
        if (!isSame) throw new StateError("replayed");
        return undefined;
      }
      if (isFirst) await store.delete(key);
      if (isFirst && round === 1) await counted.end();
      const ended = JSON.parse(sealer.open(end, endKey)) as {
        round: number;
        used: string;
        result?: unknown;
      };
      if (ended.round !== round || ended.used !== used || ended.result === undefined) {
        throw new StateError("replayed");
      }
      return { result: ended.result };
    },

    async claimStep(key, given) {
      const at = stepKey(key);
      const mark = given ?? createMark();
      const value = await claim(at, mark);
      if (value !== mark) {
        if (value !== undefined && !isMark(value)) return readStep(value, at);
        return (await store.get(endKey)) === undefined ? "interrupted" : "ended";
      }
      const end = await store.get(endKey).catch(async (error: unknown) => {
        // Nobody else can have claimed it before this is done, so that this never deletes the claim of another attempt.
        if (given === undefined) await store.delete(at).catch(() => {});
        throw error;
      });
      // The claims of a finished call are deleted, which must not make its steps run again.
      if (end === undefined) return "mine";
      await store.delete(at);
      return "ended";
    },

    async recordStep(entry) {
      const key = stepKey(entry.key);
      await store.put(key, sealer.seal(JSON.stringify(compactEntry(entry)), key), lifetime());
    },

    async finish(result, steps) {
      const end = { round, used };
      const text = JSON.stringify({ ...end, result });
      const record = text.length <= limits.stateBytes ? text : JSON.stringify(end);
      await store.put(endKey, sealer.seal(record, endKey), lifetime());
      const uses = Array.from({ length: round }, (_, past) => useKey(past + 1));
      const over = [...steps.map(stepKey), ...uses];
      await Promise.all([...over.map((key) => store.delete(key)), counted.end()]);
    },
  };
}
