import { randomBytes } from "node:crypto";
import { canonicalJson, digest } from "./canonical-json.js";
import { RecordChangedError, StateError } from "../errors.js";
import type { Settings } from "../options.js";
import { type CompactEntry, compactEntry, expandEntry } from "./codec.js";
import type { FlowState, StepEntry } from "./records.js";
import type { Binding } from "./request-state.js";
import type { RecordLife, SealedStore } from "./sealed-store.js";
import { nameById } from "./sealer.js";

/** What the claim of a step begins with. */
const CLAIMED = "claimed";

/** What one attempt to claim a step writes, by which it knows its own claim again. */
export function createMark(): string {
  return `${CLAIMED}:${randomBytes(12).toString("base64url")}`;
}

/** The clocks of the server and of its store may differ by so much. */
const MARGIN_MS = 60_000;

/** The record of a finished step is an object. */
function isMark(value: string): boolean {
  return value.startsWith(`${CLAIMED}:`);
}

/**
 * The records of one call that all processes share: which answers were used, which steps ran, and how the call ended.
 */
export interface FlowStore {
  /**
   * Uses a state together with the answers that came with it, or with none. The same request may come again when its
   * response was lost, and is run with what it was first used with; a finished call returns its recorded result.
   *
   * @throws StateError `replayed` for different answers, or for a state of a finished call
   */
  consume(): Promise<{ readonly result: unknown } | StateUse>;
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

/** What a state is used with. */
export interface StateUse {
  readonly result?: undefined;
  readonly isFirst: boolean;
  /** When it was first used, in ms since 1970, if that was earlier. */
  readonly usedAt?: number;
  /** The answers from other places than the host with which it was first used, by key. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The records of a call at one of its states. */
export interface StateRecords extends FlowStore {
  /** Whether a request has used the state already, or the call is over. */
  isUsed(): Promise<boolean>;
}

/**
 * Every record is sealed for its own key, which names server, call and step, so that a record copied to another key is refused. An
 * attacker who can write to the store can still delete records, or put an older one of the same key back, as the claim of a step in
 * the place of its result: the step then runs twice, or the call ends as interrupted.
 *
 * @param state The state that came in.
 * @param given What came with it: all responses, and for which host.
 */
export function createFlowStore(
  store: SealedStore,
  state: FlowState,
  given: unknown,
  user: Pick<Binding, "server" | "principal">,
  settings: Settings,
): StateRecords {
  const { limits, now, stateTtlMs } = settings;
  const { server, principal = "" } = user;
  const { flow, round, expiresAt = now() } = state;
  const place = `midcall:flow:${nameById(flow, server)}`;
  const useKey = (ofRound: number): string => `${place}:use:${ofRound}`;
  const stepKey = (key: string): string => `${place}:step:${nameById(flow, server, "step", key)}`;
  const endKey = `${place}:end`;
  // To what was saved of a call, answers come by themselves, each to its own question.
  const used = digest(canonicalJson(state.savedAs ?? given));
  const came = answersElsewhere(state);
  /** A little longer than any state of this call is accepted: see `countsFrom` of {@link FlowState}. */
  const lifetime = (): RecordLife => ({
    ttlMs: expiresAt - now() + stateTtlMs + MARGIN_MS,
    owner: principal,
  });

  /** @throws StateError when somebody has changed it: what this client can do about it is what it does about any refused state */
  const read = (key: string): Promise<string | undefined> =>
    store.get(key).catch((error: unknown) => {
      throw error instanceof RecordChangedError && error.cause instanceof StateError
        ? error.cause
        : error;
    });

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
      const use: Use = { u: used, a: came, t: now() };
      const isFirst = await store.putIfAbsent(key, JSON.stringify(use), lifetime());
      const text = isFirst ? undefined : await read(key);
      const first = text === undefined ? use : (JSON.parse(text) as Use);
      const isSame = isFirst || (text !== undefined && first.u === used);
      const end = await read(endKey);
      if (end === undefined) {
        if (!isSame) throw new StateError("replayed");
        return { isFirst, answers: first.a, ...(!isFirst && { usedAt: first.t }) };
      }
      if (isFirst) await store.delete(key);
      const ended = JSON.parse(end) as {
        round: number;
        used: string;
        result?: unknown;
      };
      if (ended.round !== round || ended.used !== used || ended.result === undefined) {
        throw new StateError("replayed");
      }
      return { result: ended.result };
    },

    isUsed: async () =>
      (await read(useKey(round))) !== undefined || (await read(endKey)) !== undefined,

    async claimStep(key, given) {
      const at = stepKey(key);
      const mark = given ?? createMark();
      const value = await claim(at, mark);
      if (value !== mark) {
        if (value !== undefined && !isMark(value))
          return expandEntry(JSON.parse(value) as CompactEntry) as StepEntry;
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
      await store.put(key, JSON.stringify(compactEntry(entry)), lifetime());
    },

    async finish(result, steps) {
      const end = { round, used };
      const text = JSON.stringify({ ...end, result });
      const record = text.length <= limits.stateBytes ? text : JSON.stringify(end);
      await store.put(endKey, record, lifetime());
      const uses = Array.from({ length: round }, (_, past) => useKey(past + 1));
      const over = [...steps.map(stepKey), ...uses];
      await Promise.all(over.map((key) => store.delete(key)));
    },
  };
}

/** The record of the first use of a state. */
interface Use {
  /** Digest of the answers of the host, and of what it can show. */
  readonly u: string;
  /** The answers from elsewhere. */
  readonly a: Readonly<Record<string, unknown>>;
  /** When it was, in ms since 1970. */
  readonly t: number;
}

/** The answers that have come elsewhere than in the host, by key. */
function answersElsewhere({ pending }: FlowState): Readonly<Record<string, unknown>> {
  const came = pending.filter(
    ({ delivery, response }) => delivery !== undefined && response !== undefined,
  );
  return Object.fromEntries(came.map(({ key, response }) => [key, response]));
}
