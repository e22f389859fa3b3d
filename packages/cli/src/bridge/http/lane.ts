import { HostStream } from "./host-stream.js";
import type { Members } from "../wire/messages.js";

/** So often, a quiet stream says that it is alive, for those on the way that end quiet connections. */
const COMMENT_MS = 8_000;
/** Codes of errors of 2026-07-28 that have an HTTP status of their own. */
const STATUS = new Map<unknown, number>([
  [-32_020, 400],
  [-32_021, 400],
  [-32_022, 400],
  [-32_601, 404],
]);

/** The HTTP response to one request of a host: one message, or a stream of them. */
export class HostLane {
  readonly response: Promise<Response>;
  readonly #resolve: (response: Response) => void;
  readonly #closed: () => void;
  readonly #encoder = new TextEncoder();
  #stream: HostStream | undefined;
  #timer: NodeJS.Timeout;
  #hasResponse = false;
  #isOver = false;
  #server: { readonly status: number; readonly headers?: Headers } | undefined;

  /**
   * @param signal - aborts when the host has closed the connection
   * @param closed - called when the host has closed it before the lane has ended
   */
  constructor(signal: AbortSignal, closed: () => void) {
    let resolve: (response: Response) => void = () => {};
    this.response = new Promise((done) => (resolve = done));
    this.#resolve = resolve;
    this.#closed = closed;
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    // It may have gone before; whoever makes the lane is to have it first.
    if (signal.aborted) queueMicrotask(() => this.#leave());
    this.#timer = setInterval(() => {
      this.startStream();
      this.raw(": waiting\n\n");
    }, COMMENT_MS);
    this.#timer.unref();
  }

  /** Sends a message. The response to the request alone is sent as JSON, unless something else came before. */
  write(
    message: Members,
    options: { readonly id?: string; readonly isModern?: boolean } = {},
  ): void {
    if (this.#isOver) return;
    if (message["method"] === undefined && !this.#hasResponse) {
      const { code } = Object(message["error"]) as { readonly code?: unknown };
      const { status, headers } = this.#server ?? {
        status: options.isModern === true ? (STATUS.get(code) ?? 200) : 200,
      };
      return this.json(message, status, headers);
    }
    this.startStream();
    const id = options.id === undefined ? "" : `id: ${options.id}\n`;
    this.raw(`event: message\n${id}data: ${JSON.stringify(message)}\n\n`);
  }

  /** The status and headers of the server's response, for the message in it. */
  answeredWith(status: number, headers: Headers): void {
    this.#server = { status, headers };
  }

  json(message: Members, status: number, headers?: Headers): void {
    const given = new Headers(headers);
    given.set("content-type", "application/json");
    this.#respond(new Response(JSON.stringify(message), { status, headers: given }));
    this.end();
  }

  /** Passes a response on as it is. A stream that has begun ends: it can be no other response any more. */
  pass(response: Response): void {
    if (this.#hasResponse) return this.end();
    this.#respond(response);
    this.#finish();
  }

  startStream(status = 200, headers?: Headers): void {
    if (this.#hasResponse || this.#isOver) return;
    const given = new Headers(headers);
    given.set("content-type", "text/event-stream");
    given.set("cache-control", "no-cache, no-transform");
    given.set("x-accel-buffering", "no");
    this.#stream = new HostStream(() => this.#leave());
    this.#respond(new Response(this.#stream.body, { status, headers: given }));
  }

  /** Writes a part of the stream as it is. */
  raw(text: string): void {
    if (!this.#isOver) this.#stream?.write(this.#encoder.encode(text));
  }

  /** Resolves when the host has read most of what was written; nothing if it has. */
  get flushed(): Promise<void> | undefined {
    return this.#isOver ? undefined : this.#stream?.flushed;
  }

  end(): void {
    if (this.#isOver) return;
    if (!this.#hasResponse) this.#respond(new Response(null, { status: 202 }));
    this.#finish();
    this.#stream?.end();
  }

  /** Whether it is a stream already, or has ended. */
  get hasBegun(): boolean {
    return this.#hasResponse;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  #respond(response: Response): void {
    this.#hasResponse = true;
    this.#resolve(response);
  }

  #finish(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#resolve(new Response(null, { status: 499 }));
    this.#closed();
  }
}
