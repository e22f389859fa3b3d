import { Buffer } from "node:buffer";
import type { Store } from "../../../../store/index.js";
import type { Sealer } from "../../../state/sealer.js";

/** One entry in the log of a call. */
export interface LogEntry {
  /** The message that was, or is to be, sent. */
  readonly message?: unknown;
  /** The call has ended; its message is the response, if it has one. */
  readonly end?: true;
  /** From here on the events are sent on the stream of this reader, and on no other. */
  readonly reader?: string;
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
  readonly #store: Store;
  readonly #sealer: Sealer;
  readonly #place: string;
  readonly #owner: string;

  /**
   * @param place - the beginning of the keys of its entries
   * @param owner - the user whom the store counts them for
   */
  constructor(store: Store, sealer: Sealer, place: string, owner: string) {
    this.#store = store;
    this.#sealer = sealer;
    this.#place = place;
    this.#owner = owner;
  }

  async read(n: number): Promise<LogEntry | undefined> {
    const key = this.#key(n);
    const sealed = await this.#store.get(key);
    return sealed === undefined
      ? undefined
      : (JSON.parse(this.#sealer.open(sealed, key)) as LogEntry);
  }

  /** Adds an entry, unless there is one at this place. Returns whether it did. */
  add(n: number, entry: LogEntry, ttlMs: number): Promise<boolean> {
    const key = this.#key(n);
    const sealed = this.#sealer.seal(JSON.stringify(entry), key);
    return this.#store.putIfAbsent(key, sealed, { ttlMs, owner: this.#owner });
  }

  /** Adds the end behind everything else, unless the log has one, and wakes the readers. */
  async finish(response: unknown, ttlMs: number): Promise<void> {
    const entry: LogEntry = { end: true, ...(response !== undefined && { message: response }) };
    for (let n = 1; !(await this.add(n, entry, ttlMs)); n++)
      if ((await this.read(n))?.end === true) return;
    await this.wake().catch(() => {});
  }

  /** Wakes the readers. With a message, they pass it on without keeping it. */
  async wake(message?: unknown): Promise<void> {
    const text = message === undefined ? "" : JSON.stringify(message);
    await this.#store.publish(this.#channel, text.length <= MAX_PASSED ? text : "");
  }

  /** Calls the listener when there may be new entries, or with a message that is passed on. Resolves with the end of that. */
  subscribe(listener: (message: unknown) => void): Promise<() => Promise<void>> {
    return this.#store.subscribe(this.#channel, (text) => {
      try {
        listener(text === "" ? undefined : JSON.parse(text));
      } catch {
        // Not from a replica of this version.
      }
    });
  }

  get #channel(): string {
    return `${this.#place}:news`;
  }

  #key(n: number): string {
    return `${this.#place}:${n}`;
  }
}

/** PostgreSQL passes on no more than 8,000 bytes. */
const MAX_PASSED = 4_000;

/** Whether a message is too long to be kept. */
export function isTooLong(message: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE;
}
