import {
  createSealedMessages,
  eventTo,
  REQUEST,
  responseTo,
  type SealedBytes,
  type SealedMessages,
  type SealedRequest,
  type SealedResponse,
} from "../../../src/console/access/sealed-messages.js";

/**
 * What answers at this port does not have the secret of this page: the program that served it has ended. As long as that
 * runs, nothing else can answer there.
 */
export class EndedError extends Error {
  override readonly name = "EndedError";
}

/** Talks with the program that served this page, and with no other one. */
export interface Exchange {
  /** @throws EndedError; another error when nothing answers */
  send(request: SealedRequest, signal?: AbortSignal): Promise<SealedResponse>;
  /** Receives the events until the stream ends or `signal` aborts. @throws as `send` */
  listen(onEvent: (event: string, data: unknown) => void, signal: AbortSignal): Promise<void>;
}

const EVENTS: SealedRequest = { method: "GET", path: "/events" };
const LENGTH_BYTES = 4;

/** @param secret - from the address of the page @param address - of the page */
export async function createExchange(
  secret: string,
  address: string = location.href,
): Promise<Exchange> {
  const messages = await createSealedMessages(secret, new URL(address).origin);
  const url = new URL("api/sealed", address);
  return {
    async send(request, signal) {
      const sealed = await messages.seal(REQUEST, request);
      const response = await postSealed(url, sealed, signal);
      return (await openWhole(messages, sealed, response)) as SealedResponse;
    },
    async listen(onEvent, signal) {
      const sealed = await messages.seal(REQUEST, EVENTS);
      const response = await postSealed(url, sealed, signal);
      if (!response.ok || !response.body) throw new EndedError();
      let nr = 0;
      for await (const frame of framesOf(response.body, signal)) {
        const opened = await messages.open(eventTo(sealed, nr++), frame);
        if (opened === undefined) throw new EndedError();
        const { event, data } = opened as { event: string; data: unknown };
        onEvent(event, data);
      }
      // A stream without any event proves nothing.
      if (nr === 0 && !signal.aborted) throw new EndedError();
    },
  };
}

/** The token for a ticket, which works once. `undefined`: there is none any more. */
export async function redeemTicket(
  ticket: string,
  address: string = location.href,
): Promise<string | undefined> {
  const messages = await createSealedMessages(ticket, new URL(address).origin);
  const sealed = await messages.seal(REQUEST, {});
  try {
    const response = await postSealed(new URL("api/ticket", address), sealed);
    return ((await openWhole(messages, sealed, response)) as { token: string }).token;
  } catch (error) {
    if (error instanceof EndedError) return undefined;
    throw error;
  }
}

function postSealed(url: URL, body: SealedBytes, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    ...{ body, credentials: "omit", redirect: "error", ...(signal && { signal }) },
  });
}

async function openWhole(
  messages: SealedMessages,
  request: SealedBytes,
  response: Response,
): Promise<unknown> {
  const sealed = response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  const opened = sealed && (await messages.open(responseTo(request), sealed));
  if (opened === undefined) throw new EndedError();
  return opened;
}

/** The frames of a stream: each has its length before it. */
async function* framesOf(
  body: ReadableStream<SealedBytes>,
  signal: AbortSignal,
): AsyncGenerator<SealedBytes> {
  const reader = body.getReader();
  const leave = (): void => void reader.cancel().catch(() => {});
  // In Node, the signal of a request has no effect any more once its response was collected.
  signal.addEventListener("abort", leave, { once: true });
  let pieces: SealedBytes[] = [];
  let size = 0;
  const take = (length: number): SealedBytes => {
    const all = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    pieces = [all.subarray(length)];
    size -= length;
    return all.subarray(0, length);
  };
  let wanted: number | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pieces.push(value);
      size += value.length;
      for (;;) {
        if (wanted === undefined) {
          if (size < LENGTH_BYTES) break;
          const head = take(LENGTH_BYTES);
          wanted = new DataView(head.buffer, head.byteOffset).getUint32(0);
        }
        if (size < wanted) break;
        yield take(wanted);
        wanted = undefined;
      }
    }
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}
