import { createMark, type FlowStore, type StateUse } from "../../../state/flow-store.js";
import type { Entry, StepEntry } from "../../../state/records.js";
import { persist } from "../replicas/persist.js";

/** What the steps need of their call. */
export interface StepOwner {
  /** Resolves when this replica certainly still has the call; never, if it has lost it. */
  stillOwned(): Promise<void>;
}

/**
 * The steps of a call that may never ask. Until its first question nothing is in the store, and a step costs nothing there;
 * with the first question those that have begun and are not in the journal are claimed, and from then on every step.
 */
export class LateSteps implements FlowStore {
  readonly #flow: () => FlowStore;
  readonly #owner: StepOwner;
  /** Steps that began before the first question, with what came of them. */
  readonly #early = new Map<string, StepEntry | undefined>();
  readonly #claimed = new Set<string>();
  #isSaved: boolean;

  /**
   * @param flow - makes the records, which live as long as the call can go on as it is now
   * @param isSaved - whether the journal is in the store already, as another replica has put it there
   */
  constructor(flow: () => FlowStore, owner: StepOwner, isSaved: boolean) {
    this.#flow = flow;
    this.#owner = owner;
    this.#isSaved = isSaved;
  }

  async consume(): Promise<StateUse> {
    return { isFirst: true, answers: {} };
  }

  async claimStep(key: string): Promise<"mine" | "interrupted" | "ended" | StepEntry> {
    if (!this.#isSaved) {
      this.#early.set(key, undefined);
      return "mine";
    }
    await this.#owner.stillOwned();
    this.#claimed.add(key);
    const mark = createMark();
    return persist(() => this.#flow().claimStep(key, mark));
  }

  async recordStep(entry: StepEntry): Promise<void> {
    if (this.#isSaved) return persist(() => this.#flow().recordStep(entry));
    this.#early.set(entry.key, entry);
  }

  /** Called before the journal is first saved, with what is in it. */
  async save(entries: readonly Entry[]): Promise<void> {
    if (this.#isSaved) return;
    this.#isSaved = true;
    for (const { kind, key } of entries) if (kind === "step") this.#early.delete(key);
    await Promise.all(
      [...this.#early].map(async ([key, entry]) => {
        this.#claimed.add(key);
        const mark = createMark();
        if (entry === undefined) await persist(() => this.#flow().claimStep(key, mark));
        else await persist(() => this.#flow().recordStep(entry));
      }),
    );
    this.#early.clear();
  }

  /** The records are kept until the response is in the log. */
  async finish(): Promise<void> {}

  /**
   * Deletes the records of the steps.
   *
   * @param mayRunElsewhere - whether another replica may still be at it, which then must not begin any step
   */
  async remove(mayRunElsewhere: boolean): Promise<void> {
    if (this.#claimed.size === 0 && !mayRunElsewhere) return;
    await this.#flow().finish(undefined, [...this.#claimed]);
  }
}
