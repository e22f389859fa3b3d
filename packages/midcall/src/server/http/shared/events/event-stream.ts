import { unref } from "../../../../internal/unref.js";
import { QUIET_MS } from "../../slow-responses.js";

const encoder = new TextEncoder();

/** One response that is a stream of server-sent events. What is written to it after its reader has gone is dropped. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #onEnd = new Set<() => void>();

  constructor() {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#ended(),
    });
    // A quiet stream is closed by some proxies and runtimes.
    this.#timer = setInterval(() => this.#write(": waiting\n\n"), QUIET_MS);
    unref(this.#timer);
  }

  /** Whether someone may still read it. */
  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  /** Calls the function when the stream ends, from either side. */
  onEnd(listener: () => void): void {
    if (this.isOpen) this.#onEnd.add(listener);
    else listener();
  }

  message(message: unknown, id?: string): void {
    const head = id === undefined ? "event: message\n" : `event: message\nid: ${id}\n`;
    this.#write(`${head}data: ${JSON.stringify(message)}\n\n`);
  }

  /**
   * Gives the reader an id to resume from.
   *
   * @param isEmpty - whether the client accepts an event without data, as it must from 2025-11-25 on. Others get an event of
   *   a type that they do not know, which they ignore
   */
  prime(id: string, isEmpty: boolean): void {
    this.#write(isEmpty ? `id: ${id}\ndata: \n\n` : `event: resumable\nid: ${id}\ndata: {}\n\n`);
  }

  /** Closes the stream; with a time in milliseconds, the client is told when to come back. */
  close(retryMs?: number): void {
    if (retryMs !== undefined) this.#write(`retry: ${retryMs}\n\n`);
    const controller = this.#controller;
    this.#ended();
    try {
      controller?.close();
    } catch {
      // Its reader has gone already.
    }
  }

  #write(text: string): void {
    try {
      this.#controller?.enqueue(encoder.encode(text));
    } catch {
      this.#ended();
    }
  }

  #ended(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    clearInterval(this.#timer);
    for (const listener of this.#onEnd) listener();
    this.#onEnd.clear();
  }
}
