import { LimitError, ReplayMismatchError } from "../errors.js";
import type { AnswerEntry, Entry, FlowState, Pending, StepEntry } from "../state/request-state.js";

type Kind = Entry["t"];

const KIND_NAMES: Record<Kind, string> = { q: "a question", s: "a step" };

/** What to do about a handler that goes another way. */
export const BE_DETERMINISTIC: string =
  "A handler must take the same way each time it is re-run: put what changes between rounds into ctx.step. " +
  "Where a question waits for something, put that into a step as well, or give the question a key. " +
  "Give a lock that outlives the call back with ctx.defer.";

/** Rounds whose question changed while the answer was on its way, before the call is stopped. */
const MAX_STALE = 2;

/**
 * What one run of a handler remembers: the entries that earlier rounds recorded, which of them this
 * run has met, and what it adds.
 */
export interface Journal {
  /**
   * Makes sure that one more entry fits, before the person is asked or work begins that could then not
   * be recorded. @throws LimitError
   */
  reserve(kind: Kind, key: string): void;
  /** The recorded answer to this key. */
  answer(key: string): AnswerEntry | undefined;
  /** The recorded step of this key. */
  step(key: string): StepEntry | undefined;
  /** Adds an entry. @throws LimitError */
  record(entry: Entry): void;
  /** Drops the recorded answer of a question that has since changed. */
  forget(key: string): void;
  /**
   * Notes that the question with this key came back as another one.
   *
   * @throws ReplayMismatchError the second time.
   */
  changed(key: string, recorded: string, current: string): void;
  /** Forgets what was met, for a run from the start within the same round. */
  rewind(): void;
  readonly entries: readonly Entry[];
  readonly stale: Readonly<Record<string, number>>;
}

export function createJournal(
  state: Pick<FlowState, "entries" | "pending" | "stale">,
  maxEntries: number,
): Journal {
  const recorded = new Map<string, Entry>();
  for (const entry of state.entries) recorded.set(entry.t + entry.k, entry);
  const met = new Set<string>();
  const pending = new Set(state.pending.map(({ k }) => k));
  /** What is being asked or done, and will be recorded. */
  const underWay = new Set<string>();
  const stale: Record<string, number> = Object.assign(Object.create(null) as object, state.stale);

  const meet = (kind: Kind, key: string): Entry | undefined => {
    const entry = recorded.get(kind + key);
    if (entry === undefined) {
      const other = kind === "q" ? "s" : "q";
      // A question that was open in the last round is one still, even if a step of that name comes later.
      const isQuestion = kind === "q" && pending.has(key);
      if (recorded.has(other + key) && !met.has(other + key) && !isQuestion) {
        throw new ReplayMismatchError(key, KIND_NAMES[other], KIND_NAMES[kind], BE_DETERMINISTIC);
      }
      return undefined;
    }
    met.add(kind + key);
    return entry;
  };

  const full = (): LimitError =>
    new LimitError(
      `This call has asked for ${maxEntries} answers and steps, which is the limit. Ask for several things in one form, or raise limits.entries.`,
    );

  return {
    answer: (key) => meet("q", key) as AnswerEntry | undefined,
    step: (key) => meet("s", key) as StepEntry | undefined,
    reserve(kind, key) {
      if (underWay.has(kind + key)) return;
      if (recorded.size + underWay.size >= maxEntries) throw full();
      underWay.add(kind + key);
    },
    record(entry) {
      underWay.delete(entry.t + entry.k);
      if (!recorded.has(entry.t + entry.k) && recorded.size >= maxEntries) throw full();
      recorded.set(entry.t + entry.k, entry);
      met.add(entry.t + entry.k);
    },
    forget(key) {
      recorded.delete(`q${key}`);
    },
    changed(key, before, now) {
      const times = (stale[key] ?? 0) + 1;
      if (times >= MAX_STALE) {
        throw new ReplayMismatchError(
          key,
          before,
          now,
          "The question is another one in every round, so no answer can ever be for it. " +
            "Put what changes (a time, a count, a random value or link, a fresh list) into ctx.step, so that it stays the same.",
        );
      }
      stale[key] = times;
    },
    rewind: () => met.clear(),
    get entries() {
      return [...recorded.values()];
    },
    stale,
  };
}

/** Pending questions by key. */
export function pendingByKey(state: Pick<FlowState, "pending">): Map<string, Pending> {
  return new Map(state.pending.map((pending) => [pending.k, pending]));
}
