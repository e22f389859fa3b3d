import { createLazyMember } from "../../../internal/memory/lazy-member.js";
import { LimitError, ReplayMismatchError } from "../../errors.js";
import {
  type AnswerEntry,
  type Entry,
  entryId,
  type EntryId,
  type FlowState,
  type StepEntry,
} from "../../state/records.js";

type Kind = Entry["kind"];

const KIND_NAMES: Record<Kind, string> = { question: "a question", step: "a step" };

/** How to make a handler deterministic. */
export const BE_DETERMINISTIC: string =
  "A handler must be deterministic, as it is re-run in every round: put anything that varies in ctx.step. " +
  "Where a question waits for something, move that wait into a step as well, or give the question a key. " +
  "Release a lock that outlives the call with ctx.defer.";

/** How often a question may change while an answer to it is being sent, before the call ends. */
const MAX_CHANGES = 2;

/** The journal of a call in one run: the entries of earlier rounds, which of them the run has reached, and what it adds. */
export interface Journal {
  /**
   * Reserves room for one more entry, before the user is asked or work starts that could then not be recorded.
   *
   * @throws LimitError
   */
  reserve(kind: Kind, key: string): void;
  /** The recorded answer with this key. */
  answer(key: string): AnswerEntry | undefined;
  /** The recorded step with this key. */
  step(key: string): StepEntry | undefined;
  /** Adds an entry. @throws LimitError */
  record(entry: Entry): void;
  /** Drops the recorded answer to a question that has changed since. */
  forget(key: string): void;
  /**
   * Records that the question with this key has changed while an answer to it was being sent.
   *
   * @throws ReplayMismatchError the second time
   */
  changed(key: string, recorded: string, current: string): void;
  /** Forgets which entries were reached, for a run from the start within the same round. */
  rewind(): void;
  readonly entries: readonly Entry[];
  readonly changes: Readonly<Record<string, number>>;
}

export function createJournal(
  state: Pick<FlowState, "entries" | "pending" | "changes">,
  maxEntries: number,
): Journal {
  const recorded = new Map<EntryId, Entry>();
  for (const entry of state.entries) recorded.set(idOf(entry), entry);
  const met = new Set<EntryId>();
  const pending = new Set(state.pending.map(({ key }) => key));
  /** Questions being asked and steps being run, which will be recorded. */
  const underWay = new Set<EntryId>();
  const changes: Record<string, number> = Object.assign(
    Object.create(null) as object,
    state.changes,
  );

  const meet = (kind: Kind, key: string): Entry | undefined => {
    const id = entryId(kind, key);
    const entry = recorded.get(id);
    if (entry === undefined) {
      const other = kind === "question" ? "step" : "question";
      const otherId = entryId(other, key);
      // A question that was open in the last round is still one, even if a step of that name comes later.
      const isQuestion = kind === "question" && pending.has(key);
      if (recorded.has(otherId) && !met.has(otherId) && !isQuestion) {
        throw new ReplayMismatchError(key, KIND_NAMES[other], KIND_NAMES[kind], BE_DETERMINISTIC);
      }
      return undefined;
    }
    met.add(id);
    return entry;
  };

  const full = (): LimitError =>
    new LimitError(
      `This call has ${maxEntries} questions and steps, which is the limit. Ask for several things in one form, or raise limits.entries.`,
    );

  const journal: Omit<Journal, "entries"> = {
    answer: (key) => meet("question", key) as AnswerEntry | undefined,
    step: (key) => meet("step", key) as StepEntry | undefined,
    reserve(kind, key) {
      const id = entryId(kind, key);
      if (underWay.has(id)) return;
      if (recorded.size + underWay.size >= maxEntries) throw full();
      underWay.add(id);
    },
    record(entry) {
      const id = idOf(entry);
      underWay.delete(id);
      if (!recorded.has(id) && recorded.size >= maxEntries) throw full();
      recorded.set(id, entry);
      met.add(id);
    },
    forget(key) {
      recorded.delete(entryId("question", key));
    },
    changed(key, before, now) {
      const times = (changes[key] ?? 0) + 1;
      if (times >= MAX_CHANGES) {
        throw new ReplayMismatchError(
          key,
          before,
          now,
          "The question is different in every round, so no answer can ever match it. " +
            "Put what varies (a time, a count, a random value or link, a fresh list) in ctx.step, so that it stays the same.",
        );
      }
      changes[key] = times;
    },
    rewind: () => met.clear(),
    changes,
  };
  defineEntries(journal, () => [...recorded.values()]);
  return journal as Journal;
}

const defineEntries = createLazyMember<readonly Entry[]>("entries");

function idOf({ kind, key }: Entry): EntryId {
  return entryId(kind, key);
}
