/** What waits to be read before no more is made for it, in bytes. */
const MUCH = 1024 * 1024;
/** What waits before the stream is ended: its host does not read. */
const TOO_MUCH = 64 * 1024 * 1024;

/** A stream to a host, which knows how much of it waits to be read. */
export class HostStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Called when the host has read most of what waited. */
  #waiting: (() => void)[] = [];
  readonly #left: (reason: unknown) => void;

  /** @param left - called when the host has closed it, or has left too much unread */
  constructor(left: (reason: unknown) => void) {
    this.#left = left;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#read(),
        cancel: (reason) => this.#leave(reason),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MUCH }),
    );
  }

  write(bytes: Uint8Array): void {
    if (this.#controller === undefined) return;
    if (MUCH - this.#free <= TOO_MUCH) return this.#controller.enqueue(bytes);
    const why = new Error("The host does not read this stream.");
    this.#controller.error(why);
    this.#leave(why);
  }

  /** Resolves when the host has read most of what was written, or the stream has ended; nothing if it has. */
  get flushed(): Promise<void> | undefined {
    if (this.#free > 0) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#controller?.close();
    this.#over();
  }

  get #free(): number {
    return this.#controller?.desiredSize ?? MUCH;
  }

  #leave(reason: unknown): void {
    this.#over();
    this.#left(reason);
  }

  #over(): void {
    this.#controller = undefined;
    this.#read();
  }

  #read(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
