import { unref } from "../../internal/unref.js";
import type { RecordLife, SealedStore } from "../state/sealed-store.js";

/** A process that dies gives up its lease after this time. */
export const LEASE_MS = 30_000;

/** The records of a task, as far as its lease needs them. */
export interface LeasedRecords<R> {
  write(record: R): Promise<void>;
  /** How the task has ended. */
  ended(): Promise<unknown>;
  isShortLived(record: R): boolean;
  /** Keeps the record for longer. Returns it as it is then. */
  prolong(record: R): Promise<R>;
}

/** The parts that a lease needs. */
export interface TaskLeaseParts<R> {
  readonly store: SealedStore;
  readonly records: LeasedRecords<R>;
  /** Where its own record lies, which has `me` in it. */
  readonly place: string;
  readonly me: string;
  readonly life: RecordLife;
}

/**
 * The right to run a task, which is renewed until it is released. All that it writes is written one after the other, so that nothing
 * older comes after something newer.
 */
export class TaskLease<R> {
  readonly #parts: TaskLeaseParts<R>;
  readonly #over = new AbortController();
  readonly #renewal: ReturnType<typeof setInterval>;
  #stopWatching: () => Promise<void> = async () => {};
  /** What it has written last. */
  #record: R | undefined;
  /** The end of its last work in the store. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: TaskLeaseParts<R>) {
    this.#parts = parts;
    this.#renewal = setInterval(() => {
      this.#inTurn(() => this.#renew()).catch(() => {
        // Tried again at the next interval. If the lease runs out, steps that are recorded do not run twice.
      });
    }, LEASE_MS / 3);
    unref(this.#renewal);
  }

  /** Aborts when the task ends elsewhere, or the lease is lost. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Looks for the end of the task whenever there is a message at the place of its records. A message alone ends nothing. */
  async watch(place: string): Promise<void> {
    this.#stopWatching = await this.#parts.store.tryOnWake(place, () => {
      this.#isMine().catch(() => {
        // Looked at again at the next renewal.
      });
    });
  }

  /** Writes the record, unless the lease is lost. Returns whether it did. */
  save(record: R): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!(await this.#isMine())) return false;
      this.#record = record;
      await this.#parts.records.write(record);
      return true;
    });
  }

  /** Gives the lease back. One that cannot be given back runs out. Does not reject. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#last;
    await this.#stopWatching().catch(() => {});
    const { store, place, me } = this.#parts;
    const giveBack = async (): Promise<void> => {
      if ((await store.get(place)) === me) await store.delete(place);
    };
    // Once more, as the task stands still until a lease runs out.
    await giveBack().catch(() => giveBack().catch(() => {}));
  }

  async #renew(): Promise<void> {
    const { store, records, place, me, life } = this.#parts;
    if (!(await this.#isMine())) return;
    await store.put(place, me, life);
    if (this.#record === undefined || !records.isShortLived(this.#record)) return;
    // A handler that works for longer than its record lives keeps it.
    this.#record = await records.prolong(this.#record);
  }

  async #isMine(): Promise<boolean> {
    const { store, records, place, me } = this.#parts;
    const isMine = (await store.get(place)) === me && (await records.ended()) === undefined;
    if (!isMine) {
      clearInterval(this.#renewal);
      this.#over.abort();
    }
    return isMine;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
