import { Buffer } from "node:buffer";
import { RecordChangedError } from "../../../errors.js";
import type { SealedStore } from "../../../state/sealed-store.js";

/** One entry in the log of a call. */
export interface LogEntry {
  /** The message that was, or is to be, sent. */
  readonly message?: unknown;
  /** The call has ended; its message is the response, if it has one. */
  readonly end?: true;
  /** From here on the events are sent on the stream of this reader, and on no other. */
  readonly reader?: string;
  /** The owner of the call has seen this reader. */
  readonly heard?: string;
}

/** A longer message is not kept, in bytes: a client that has lost it is told so. */
export const MAX_MESSAGE: number = 1024 * 1024;
/** The most entries of one call. Behind that, only requests and the response are added. */
export const MAX_ENTRIES = 1_000;

/**
 * The events of one call, in the store, in their order. An entry is added if its place is free, so that everybody who
 * writes learns of what others have written: of a new reader, or of the end.
 */
export class EventLog {
  readonly #store: SealedStore;
  readonly #place: string;
  readonly #owner: string;

  /**
   * @param place - the beginning of the keys of its entries
   * @param owner - the user whom the store counts them for
   */
  constructor(store: SealedStore, place: string, owner: string) {
    this.#store = store;
    this.#place = place;
    this.#owner = owner;
  }

  /** @throws RecordChangedError */
  async read(n: number): Promise<LogEntry | undefined> {
    const text = await this.#store.get(this.#key(n));
    return text === undefined ? undefined : (JSON.parse(text) as LogEntry);
  }

  /** The same, where an entry that somebody has changed is none. */
  async readIfWhole(n: number): Promise<LogEntry | undefined> {
    try {
      return await this.read(n);
    } catch (error) {
      if (error instanceof RecordChangedError) return undefined;
      throw error;
    }
  }

  /** Adds an entry, unless there is one at this place. Returns whether it did. */
  add(n: number, entry: LogEntry, ttlMs: number): Promise<boolean> {
    return this.#store.putIfAbsent(this.#key(n), JSON.stringify(entry), {
      ttlMs,
      owner: this.#owner,
    });
  }

  /**
   * Adds the end behind everything else, unless the log has one, and wakes the readers.
   *
   * @param from - the place from which on it is looked for: a reader finds nothing before the one that it has come to
   */
  async finish(response: unknown, ttlMs: number, from: number = 1): Promise<void> {
    const entry: LogEntry = { end: true, ...(response !== undefined && { message: response }) };
    for (let n = from; !(await this.add(n, entry, ttlMs)); n++)
      if ((await this.readIfWhole(n))?.end === true) return;
    await this.wake().catch(() => {});
  }

  /** What was passed on last without being kept, as its owner wrote it. */
  passed(): Promise<string | undefined> {
    return this.#store.get(this.#passed);
  }

  /** Replaces what was passed on last, and wakes the readers. */
  async pass(text: string, ttlMs: number): Promise<void> {
    await this.#store.put(this.#passed, text, { ttlMs, owner: this.#owner });
    await this.wake();
  }

  /** Takes what was passed on last out of the store. */
  async forgetPassed(): Promise<void> {
    await this.#store.delete(this.#passed);
  }

  /** Wakes the readers. */
  wake(): Promise<void> {
    return this.#store.wake(this.#channel);
  }

  /** Calls the listener when there may be something new. Resolves with the end of that. */
  onWake(listener: () => void): Promise<() => Promise<void>> {
    return this.#store.onWake(this.#channel, listener);
  }

  get #channel(): string {
    return `${this.#place}:news`;
  }

  get #passed(): string {
    return `${this.#place}:passed`;
  }

  #key(n: number): string {
    return `${this.#place}:${n}`;
  }
}

/** Whether a message is too long to be kept. */
export function isTooLong(message: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE;
}
