import { type EventLog, isTooLong, type LogEntry, MAX_ENTRIES, MAX_MESSAGE } from "./event-log.js";
import type { EventStream } from "./event-stream.js";
import { persist } from "../replicas/persist.js";
import { PassingMessages } from "./passed-messages.js";

/** The parts that the events of a call need. */
export interface CallEventsParts {
  /** The id of the event at this place in the log. */
  readonly idOf: (n: number, isEnd?: boolean) => string;
  readonly log: EventLog;
  readonly stream: EventStream | undefined;
  /** The next free place in the log, where another replica has begun it. */
  readonly next: number | undefined;
  /** How long an entry is kept, in milliseconds. */
  readonly ttlMs: () => number;
  /** Called when the log shows that the call has ended elsewhere. */
  readonly onEnded: () => void;
}

/**
 * What the owner of a call sends. Until something has to be kept, events go straight to the stream of the request and have
 * no id. From then on each is in the log before it is on a stream, and the log says which stream that is.
 */
export class CallEvents {
  readonly #parts: CallEventsParts;
  #next: number;
  #isKept: boolean;
  /** Whether somebody reads the log, as seen in it. */
  #isReadElsewhere = false;
  /** What is passed on to the newest reader of the log. */
  #passing: PassingMessages | undefined;
  #hasEnded = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(parts: CallEventsParts) {
    this.#parts = parts;
    this.#next = parts.next ?? 1;
    this.#isKept = parts.next !== undefined;
    this.#isReadElsewhere = parts.stream === undefined;
  }

  /** Whether events are in the log. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Whether the stream of the request is still read. */
  get isRead(): boolean {
    return this.#parts.stream?.isOpen === true && !this.#isReadElsewhere;
  }

  /** From now on events are kept. */
  keep(): void {
    this.#isKept = true;
  }

  /** Sends a message, after all that were sent before it. */
  add(message: unknown): Promise<void> {
    const { stream, idOf } = this.#parts;
    if (!this.#isKept) {
      stream?.message(message);
      return Promise.resolve();
    }
    return this.#inTurn(async () => {
      const isRequest = (message as { id?: unknown }).id !== undefined;
      if (!isRequest && (this.#next >= MAX_ENTRIES || isTooLong(message)))
        return this.pass(message);
      const n = await this.#append({ message });
      if (n !== undefined && this.isRead) stream?.message(message, idOf(n));
    });
  }

  /** Whether a request with this id is in the log. */
  has(id: unknown): Promise<boolean> {
    return this.#inTurn(async () => {
      for (let n = 1; n < this.#next; n++) {
        const entry = await persist(() => this.#parts.log.readIfWhole(n));
        if ((entry?.message as { id?: unknown } | undefined)?.id === id) return true;
      }
      return false;
    });
  }

  /** Sends a message that need not be kept: a client without a stream at this moment does not get it. */
  async pass(message: unknown): Promise<void> {
    if (this.#hasEnded) return;
    if (this.isRead) this.#parts.stream?.message(message);
    else await this.#passing?.add(message);
  }

  /** Sends the response, or none, and ends the stream. */
  end(response: unknown): Promise<void> {
    if (!this.#isKept) {
      this.endUnkept(response);
      return Promise.resolve();
    }
    return this.#inTurn(async () => {
      const kept = response !== undefined && isTooLong(response) ? tooLong(response) : response;
      const n = await this.#append({ end: true, ...(kept !== undefined && { message: kept }) });
      if (n === undefined) return;
      this.#hasEnded = true;
      void this.#passing?.end();
      const { stream, idOf } = this.#parts;
      if (response !== undefined && this.isRead) stream?.message(response, idOf(n, true));
      stream?.close();
    });
  }

  /** The same without the log. */
  endUnkept(response: unknown): void {
    const { stream, idOf } = this.#parts;
    this.#hasEnded = true;
    // Some clients ask for more after a response that is an error. From this id they learn that there is none.
    if (response !== undefined && this.isRead) stream?.message(response, idOf(0, true));
    stream?.close();
  }

  /** Whether others have written something. */
  hasNews(): Promise<boolean> {
    return this.#inTurn(
      async () => (await persist(() => this.#parts.log.read(this.#next))) !== undefined,
    );
  }

  /** Reads what others have written, and lets a new reader know that the call goes on here. */
  catchUp(): Promise<void> {
    return this.#inTurn(async () => {
      for (let reader: string | undefined; ;) {
        const entry = await persist(() => this.#parts.log.read(this.#next));
        if (entry === undefined)
          return void (reader !== undefined && (await this.#append({ heard: reader })));
        if (!this.#meet(entry)) return;
        reader = entry.reader ?? reader;
      }
    });
  }

  close(retryMs?: number): void {
    this.#hasEnded = true;
    this.#parts.stream?.close(retryMs);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }

  /** Adds an entry behind those of others. Returns its place; `undefined` when the call has ended. */
  async #append(entry: LogEntry): Promise<number | undefined> {
    const { log, ttlMs } = this.#parts;
    if (this.#hasEnded) return undefined;
    for (;;) {
      const n = this.#next;
      const isAdded = await persist(() => log.add(n, entry, ttlMs()));
      const there = isAdded ? entry : await persist(() => log.read(n));
      // A try that seemed to fail may have got through.
      const isOwn = isAdded || JSON.stringify(there) === JSON.stringify(entry);
      if (isOwn) {
        this.#next += 1;
        if (this.#isReadElsewhere) await log.wake().catch(() => {});
        return n;
      }
      if (!this.#meet(there)) return undefined;
    }
  }

  /** Takes in an entry of somebody else's. Returns whether the call goes on. */
  #meet(entry: LogEntry | undefined): boolean {
    this.#next += 1;
    if (entry?.reader !== undefined) {
      this.#isReadElsewhere = true;
      this.#passing = new PassingMessages(this.#parts.log, entry.reader);
      this.#parts.stream?.close();
    }
    if (entry?.end !== true) return true;
    this.#hasEnded = true;
    this.#parts.onEnded();
    return false;
  }
}

/** What is kept of a response that is too long: a client that has lost it learns that. */
function tooLong(response: unknown): unknown {
  const { id } = response as { id?: unknown };
  const message =
    `The call has ended, and its result was lost with the connection: it has more than ${MAX_MESSAGE} bytes, ` +
    "which is too much to be kept. Do not call again without a look at what it did.";
  return { jsonrpc: "2.0", id, error: { code: -32_000, message } };
}
