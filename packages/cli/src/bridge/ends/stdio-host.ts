import type { Readable, Writable } from "node:stream";
import { readJsonLines, toLine } from "../wire/json-lines.js";
import type { Members } from "../wire/messages.js";
import { endRefused, passOn, type Ways } from "../wire/refused-messages.js";
import type { HostEnd } from "./ends.js";

/** Requests of hosts carry whole files at times. */
const LONGEST = 64 * 1024 * 1024;
/** What is read ahead of the server, in bytes: behind it may be the end. */
const FARTHEST = 64 * 1024 * 1024;
/** How long more than that may wait, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** The host that has started the bridge, on its stdin and stdout. */
export class StdioHost implements HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #onError: (error: unknown) => void;
  #isClosed = false;
  /** Resolves when what was written is on its way. */
  #drained: Promise<void> | undefined;
  #read: (chunk: Buffer) => void = () => {};
  #isPaused = false;
  /** What was read while it is paused. */
  #ahead: Buffer[] = [];
  #aheadSize = 0;
  #late: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, onError: (error: unknown) => void) {
    this.#input = input;
    this.#output = output;
    this.#onError = onError;
  }

  async start(): Promise<void> {
    const ways: Ways = {
      on: (message) => this.onmessage?.(message),
      back: (message) => void this.send(message),
      onError: this.#onError,
    };
    this.#read = readJsonLines(
      {
        message: (message) => passOn(message, ways),
        broken: (why) => this.#onError(new Error(`The host sent ${why}. It was left out.`)),
        refused: (message, why) => endRefused(message, why, ways),
      },
      LONGEST,
    );
    this.#input.on("data", (chunk: Buffer) => {
      if (this.#isPaused) this.#readAhead(chunk);
      else this.#read(chunk);
    });
    this.#input.once("end", () => this.#closed());
    this.#input.once("close", () => this.#closed());
    // A host that ends without closing its pipes in order.
    this.#input.once("error", () => this.#closed());
    this.#output.once("error", () => this.#closed());
  }

  send(message: Members): Promise<void> | undefined {
    if (this.#isClosed || this.#output.write(toLine(message))) return undefined;
    this.#drained ??= new Promise((resolve) =>
      this.#output.once("drain", () => {
        this.#drained = undefined;
        resolve();
      }),
    );
    return this.#drained;
  }

  /** Delivers no messages until it is called with `false`. The end of the host is seen all the same. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    // A message may pause it again.
    while (!this.#isPaused && this.#ahead.length > 0) {
      const chunk = this.#ahead.shift()!;
      this.#aheadSize -= chunk.length;
      this.#read(chunk);
    }
    if (this.#isPaused || this.#isClosed) return;
    clearTimeout(this.#late);
    this.#late = undefined;
    this.#input.resume();
  }

  #readAhead(chunk: Buffer): void {
    this.#ahead.push(chunk);
    this.#aheadSize += chunk.length;
    if (this.#aheadSize < FARTHEST || this.#late !== undefined) return;
    this.#input.pause();
    this.#late = setTimeout(() => {
      this.#onError(new Error(UNREAD));
      this.#closed();
    }, LONGEST_WAIT_MS);
  }

  async close(): Promise<void> {
    this.#closed();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#late);
    this.#ahead = [];
    this.#input.pause();
    this.onclose?.();
  }
}

const UNREAD =
  "The server has not read for a minute, and more than 64 MiB of the host wait for it. The bridge ends.";
