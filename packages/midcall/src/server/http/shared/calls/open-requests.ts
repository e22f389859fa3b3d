import type { FlowState, Pending } from "../../../state/records.js";

/** The questions of a call that are open, and those whose answer is not in the journal yet. */
export class OpenRequests {
  readonly #pending = new Map<string, Pending>();
  readonly #sent = new Set<string>();

  /** @param before - those that another replica has asked */
  constructor(before: readonly Pending[] = []) {
    for (const pending of before) {
      this.#pending.set(pending.key, pending);
      if (pending.requestId !== undefined) this.#sent.add(pending.requestId);
    }
  }

  /** Notes that a question is asked. Returns what was noted of it before. */
  put(pending: Pending): Pending | undefined {
    const before = this.#pending.get(pending.key);
    this.#pending.set(pending.key, pending);
    return before;
  }

  /** Notes that its request is on its way. */
  sent(requestId: string): void {
    this.#sent.add(requestId);
  }

  wasSent(requestId: string): boolean {
    return this.#sent.has(requestId);
  }

  /** The ids of all requests that were sent. */
  get ids(): Iterable<string> {
    return this.#sent;
  }

  /** These, and those that are asked elsewhere, except for those whose answer is among the entries. */
  besides({ entries, pending }: Pick<FlowState, "entries" | "pending">): Pending[] {
    const answered = new Set(
      entries.filter(({ kind }) => kind === "question").map(({ key }) => key),
    );
    const open = new Map(pending.map((one) => [one.key, one]));
    for (const [key, one] of this.#pending) open.set(key, one);
    return [...open.values()].filter(({ key }) => !answered.has(key));
  }

  /** All questions that were asked. */
  get all(): Iterable<Pending> {
    return this.#pending.values();
  }

  /** The last deadline, in ms since 1970, or this time if it is later. */
  lastDeadline(time: number): number {
    return Math.max(time, ...[...this.#pending.values()].map(({ answerBy }) => answerBy));
  }
}
