import type { EventLog } from "./event-log.js";

/** The most messages that are on their way to readers at other replicas, and their length together. The oldest are dropped first. */
const MOST = 32;
const MOST_LENGTH = 32 * 1024;
/** How long they are kept, in milliseconds. */
const KEPT_MS = 60_000;

/** What is passed on, as JSON. */
interface Passed {
  /** The reader that it is for. */
  readonly reader: string;
  /** The number of the first message. */
  readonly from: number;
  readonly messages: readonly unknown[];
}

/**
 * Messages of a call that need not be kept, as its progress, on their way to a reader at another replica: the last few, in one record.
 * While it is being written, those to come wait, so that a call writes no faster than the store takes it.
 */
export class PassingMessages {
  readonly #log: EventLog;
  readonly #reader: string;
  #messages: unknown[] = [];
  #from = 0;
  #writing: Promise<void> | undefined;
  #isDue = false;
  #isOver = false;

  /** @param reader - as its mark in the log names it */
  constructor(log: EventLog, reader: string) {
    this.#log = log;
    this.#reader = reader;
  }

  add(message: unknown): Promise<void> {
    this.#messages.push(message);
    while (this.#messages.length > MOST || this.#isTooLong()) {
      this.#messages.shift();
      this.#from += 1;
    }
    this.#isDue = true;
    return (this.#writing ??= this.#write().finally(() => (this.#writing = undefined)));
  }

  /** Nothing is passed on any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#from === 0 && this.#messages.length === 0) return;
    await this.#writing;
    await this.#log.forgetPassed().catch(() => {});
  }

  #isTooLong(): boolean {
    return this.#messages.length > 0 && JSON.stringify(this.#messages).length > MOST_LENGTH;
  }

  async #write(): Promise<void> {
    while (this.#isDue && !this.#isOver) {
      this.#isDue = false;
      const passed: Passed = {
        ...{ reader: this.#reader, from: this.#from, messages: this.#messages },
      };
      // What is lost need not be kept.
      await this.#log.pass(JSON.stringify(passed), KEPT_MS).catch(() => {});
    }
  }
}

/** The messages that are passed on to one reader, each once. */
export class PassedMessages {
  readonly #log: EventLog;
  readonly #reader: string;
  #read = 0;

  constructor(log: EventLog, reader: string) {
    this.#log = log;
    this.#reader = reader;
  }

  /** The messages that have come since the last time. What cannot be read is nothing. */
  async next(): Promise<readonly unknown[]> {
    const text = await this.#log.passed().catch(() => undefined);
    if (text === undefined) return [];
    const { reader, from, messages } = JSON.parse(text) as Passed;
    const [read, end] = [this.#read, from + messages.length];
    if (reader !== this.#reader || end <= read) return [];
    this.#read = end;
    return messages.slice(Math.max(0, read - from));
  }
}
