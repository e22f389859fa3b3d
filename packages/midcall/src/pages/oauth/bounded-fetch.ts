import { ConnectError } from "../errors.js";

/**
 * A `fetch` whose responses can be read up to a number of bytes and as long as the signal of the request allows, whatever
 * the other side sends, and however slowly. What is read beyond that throws a {@link ConnectError}.
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch | undefined,
  mostBytes: number,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await (fetch ?? globalThis.fetch)(input, init);
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    const body = bounded(response.body, mostBytes, init?.signal ?? undefined);
    return new Response(body, { status, statusText, headers });
  };
}

function bounded(
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const leave = (): void => void reader.cancel().catch(() => {});
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const late = (): void => {
        controller.error(
          new ConnectError("The authorization server took too long.", "unreachable"),
        );
        leave();
      };
      if (signal?.aborted) late();
      else signal?.addEventListener("abort", late, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      size += value.byteLength;
      if (size <= mostBytes) return controller.enqueue(value);
      leave();
      controller.error(
        new ConnectError(
          `The authorization server sent more than the ${mostBytes} bytes that are read of it.`,
          "invalid-response",
        ),
      );
    },
    cancel: leave,
  });
}
