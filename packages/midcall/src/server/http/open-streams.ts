/** Milliseconds after which a client reconnects a stream that was closed. */
const RETRY_MS = 2_000;
const RETRY = new TextEncoder().encode(`retry: ${RETRY_MS}\n\n`);

/** Whether a reply is a response with a stream of events. Not by its class, of which a runtime may have several. */
export function isStream(reply: unknown): reply is Response {
  const { body, headers } = reply as Partial<Response>;
  return (
    body instanceof ReadableStream &&
    headers?.get("content-type")?.startsWith("text/event-stream") === true
  );
}

/** The streams of events that are open, so that they can be closed in order. */
export class OpenStreams {
  readonly #open = new Set<(retryMs: number) => void>();

  get size(): number {
    return this.#open.size;
  }

  /**
   * The same response, known until its stream has ended.
   *
   * @param onEnd Called when it has.
   */
  add(response: Response, onEnd: () => void): Response {
    if (response.body === null) return response;
    const reader = response.body.getReader();
    let isOver = false;
    let close: (() => void) | undefined;
    const finish = (): boolean => {
      if (isOver) return false;
      isOver = true;
      if (close !== undefined) this.#open.delete(close);
      onEnd();
      return true;
    };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        close = () => {
          if (!finish()) return;
          controller.enqueue(RETRY);
          controller.close();
          reader.cancel().catch(() => {});
        };
        this.#open.add(close);
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (!done) return controller.enqueue(value);
          finish();
          controller.close();
        } catch (error) {
          if (finish()) controller.error(error);
        }
      },
      cancel(reason) {
        finish();
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  /**
   * Knows a stream that the handler itself writes.
   *
   * @param close - closes it, with the time in milliseconds after which its client reconnects
   * @returns the function to call when the stream has ended
   */
  track(close: (retryMs: number) => void): () => void {
    this.#open.add(close);
    return () => void this.#open.delete(close);
  }

  /** Closes all of them, and tells the clients when to reconnect. */
  closeAll(): void {
    for (const close of [...this.#open]) close(RETRY_MS);
  }
}
