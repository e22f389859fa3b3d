import type { Reply } from "./direct/exchange.js";
import type { HeaderReader } from "./direct/plain-request.js";
import { unref } from "../../internal/unref.js";

/**
 * Milliseconds after which a comment is sent on a quiet stream. Shorter than the shortest time after which a runtime closes a
 * quiet connection: Bun does after 10 seconds.
 */
export const QUIET_MS = 8_000;
const COMMENT = new TextEncoder().encode(": waiting\n\n");

/**
 * The response, or, where it takes longer than 8 seconds and the client accepts one, a stream of events that waits for it:
 * a runtime or a proxy that closes quiet connections then sees that something is sent.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes
 */
export function streamIfSlow(
  { method, headers }: { readonly method: string; readonly headers: HeaderReader },
  coming: Promise<Reply>,
): Promise<Reply> {
  const accepts = headers.get("accept")?.includes("text/event-stream");
  if (method !== "POST" || !accepts) return coming;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(toStream(coming)), QUIET_MS);
    unref(timer);
    coming.then(
      (reply) => {
        clearTimeout(timer);
        resolve(reply);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}

/** The reply as a web `Response`. */
export function toResponse(reply: Reply): Response {
  return reply instanceof Response
    ? reply
    : new Response(reply.json, { status: 200, headers: { "content-type": "application/json" } });
}

function toStream(coming: Promise<Reply>): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // The reader has gone where this fails; the request's signal tells the handler.
  fill(writable, coming.then(toResponse)).catch(() => {});
  return new Response(readable, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
  });
}

async function fill(to: WritableStream<Uint8Array>, coming: Promise<Response>): Promise<void> {
  const writer = to.getWriter();
  const comment = (): void => {
    // A reader that has not taken the last comment gets no further one.
    if ((writer.desiredSize ?? 0) > 0) writer.write(COMMENT).catch(() => {});
  };
  comment();
  const timer = setInterval(comment, QUIET_MS);
  unref(timer);
  try {
    const response = await coming;
    clearInterval(timer);
    if (response.body && response.headers.get("content-type")?.startsWith("text/event-stream")) {
      writer.releaseLock();
      return await response.body.pipeTo(to);
    }
    const message = await response.text();
    // The line breaks inside of JSON's texts are escaped: others are only layout.
    const line = message.replace(/[\r\n]+/g, " ");
    if (line) await writer.write(new TextEncoder().encode(`event: message\ndata: ${line}\n\n`));
    await writer.close();
  } catch (error) {
    clearInterval(timer);
    await writer.abort(error);
  }
}
