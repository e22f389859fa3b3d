import { LimitError, ReplayMismatchError } from "../../errors.js";
import { adviceFor } from "../replay/advice.js";
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
  /** Whether an earlier round has recorded a step with this key. The run has not reached it thereby. */
  hasStep(key: string): boolean;
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

/** The journal of one run. */
export class RunJournal implements Journal {
  readonly #maxEntries: number;
  readonly #recorded = new Map<EntryId, Entry>();
  readonly #met = new Set<EntryId>();
  /** The keys of questions that were open in the last round. */
  readonly #pending: FlowState["pending"];
  /** Questions being asked and steps being run, which will be recorded. */
  readonly #underWay = new Set<EntryId>();
  readonly #changes: Record<string, number>;

  /** @param maxEntries - how many entries a call may have */
  constructor(state: Pick<FlowState, "entries" | "pending" | "changes">, maxEntries: number) {
    this.#maxEntries = maxEntries;
    for (const entry of state.entries) this.#recorded.set(idOf(entry), entry);
    this.#pending = state.pending;
    this.#changes = Object.assign(Object.create(null) as Record<string, number>, state.changes);
  }

  get entries(): readonly Entry[] {
    return [...this.#recorded.values()];
  }

  get changes(): Readonly<Record<string, number>> {
    return this.#changes;
  }

  answer(key: string): AnswerEntry | undefined {
    return this.#meet("question", key) as AnswerEntry | undefined;
  }

  step(key: string): StepEntry | undefined {
    return this.#meet("step", key) as StepEntry | undefined;
  }

  hasStep(key: string): boolean {
    return this.#recorded.has(entryId("step", key));
  }

  reserve(kind: Kind, key: string): void {
    const id = entryId(kind, key);
    if (this.#underWay.has(id)) return;
    if (this.#recorded.size + this.#underWay.size >= this.#maxEntries) throw this.#full();
    this.#underWay.add(id);
  }

  record(entry: Entry): void {
    const id = idOf(entry);
    this.#underWay.delete(id);
    if (!this.#recorded.has(id) && this.#recorded.size >= this.#maxEntries) throw this.#full();
    this.#recorded.set(id, entry);
    this.#met.add(id);
  }

  forget(key: string): void {
    this.#recorded.delete(entryId("question", key));
  }

  changed(key: string, before: string, now: string): void {
    const times = (this.#changes[key] ?? 0) + 1;
    if (times >= MAX_CHANGES) {
      throw new ReplayMismatchError(
        key,
        before,
        now,
        "The question is different in every round, so no answer can ever match it. " +
          "Put what varies (a time, a count, a random value or link, a fresh list) in ctx.step, so that it stays the same.",
      );
    }
    this.#changes[key] = times;
  }

  rewind(): void {
    this.#met.clear();
  }

  #meet(kind: Kind, key: string): Entry | undefined {
    const id = entryId(kind, key);
    const entry = this.#recorded.get(id);
    if (entry !== undefined) {
      this.#met.add(id);
      return entry;
    }
    const other = kind === "question" ? "step" : "question";
    const otherId = entryId(other, key);
    if (!this.#recorded.has(otherId) || this.#met.has(otherId)) return undefined;
    // A question that was open in the last round is still one, even if a step of that name comes later.
    if (kind === "question" && this.#pending.some((open) => open.key === key)) return undefined;
    throw new ReplayMismatchError(
      key,
      KIND_NAMES[other],
      KIND_NAMES[kind],
      adviceFor(key, false, "elsewhere"),
    );
  }

  #full(): LimitError {
    return new LimitError(
      `This call has ${this.#maxEntries} questions and steps, which is the limit. Ask for several things in one form, or raise limits.entries.`,
    );
  }
}

function idOf({ kind, key }: Entry): EntryId {
  return entryId(kind, key);
}
