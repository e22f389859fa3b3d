import type { Readable, Writable } from "node:stream";
import { readJsonLines, toLine } from "../wire/json-lines.js";
import type { Members } from "../wire/messages.js";
import { endRefused, passOn, type Ways } from "../wire/refused-messages.js";
import type { HostEnd } from "./ends.js";

/** Requests of hosts carry whole files at times. */
const LONGEST = 64 * 1024 * 1024;

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
    const read = readJsonLines(
      {
        message: (message) => passOn(message, ways),
        broken: (why) => this.#onError(new Error(`The host sent ${why}. It was left out.`)),
        refused: (message, why) => endRefused(message, why, ways),
      },
      LONGEST,
    );
    this.#input.on("data", read);
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

  pause(isPaused: boolean): void {
    if (isPaused) this.#input.pause();
    else this.#input.resume();
  }

  async close(): Promise<void> {
    this.#closed();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
  }
}
