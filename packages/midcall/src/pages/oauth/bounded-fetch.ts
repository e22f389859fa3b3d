import { ConnectError } from "../errors.js";

/**
 * Wraps `fetch` so that a response body can be read only up to a number of bytes and only until the request's signal
 * aborts, even if the server trickles data. Reading beyond that throws a {@link ConnectError}.
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch | undefined,
  maxBytes: number,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await (fetch ?? globalThis.fetch)(input, init);
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    const body = bounded(response.body, maxBytes, init?.signal ?? undefined);
    return new Response(body, { status, statusText, headers });
  };
}

function bounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const stop = (): void => void reader.cancel().catch(() => {});
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const timeOut = (): void => {
        controller.error(
          new ConnectError("The authorization server did not respond in time.", "unreachable"),
        );
        stop();
      };
      if (signal?.aborted) timeOut();
      else signal?.addEventListener("abort", timeOut, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      size += value.byteLength;
      if (size <= maxBytes) return controller.enqueue(value);
      stop();
      controller.error(
        new ConnectError(
          `The authorization server's response is longer than the limit of ${maxBytes} bytes.`,
          "invalid-response",
        ),
      );
    },
    cancel: stop,
  });
}
