/** The longest message that is read over HTTP, in bytes: as long as one on a pipe. */
const LONGEST = 64 * 1024 * 1024;
const BLANK_LINES = ["\n\n", "\r\n\r\n", "\r\r"];
/** The sign-in knows by the response itself with which token its request was sent. */
const SIGN_IN = new Set([401, 403]);
/** One byte less than the longest blank line. */
const TAIL = 3;

/** Waits while nothing is to be read, and resolves with nothing if it may be at once. */
export type Held = () => Promise<void> | undefined;

/**
 * The same response, of which no message may be longer than 64 MiB. One of a stream ends with a blank line.
 *
 * @param held - holds back what comes
 */
export function boundedBody(response: Response, held: Held = () => undefined): Response {
  const { body, status } = response;
  if (body === null) return response;
  const isStream = isEventStream(response);
  let size = 0;
  let tail = Buffer.alloc(0);
  const bounded = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = Buffer.concat([tail, chunk]);
        const end = isStream ? endOfLast(text) : -1;
        size = end === -1 ? size + chunk.length : text.length - end;
        tail = text.subarray(-TAIL);
        if (size > LONGEST)
          return controller.error(new Error("The server sent a message of more than 64 MiB."));
        await held();
        controller.enqueue(chunk);
      },
    }),
  );
  const { statusText, headers, url } = response;
  const anew = new Response(bounded, { status, statusText, headers });
  if (SIGN_IN.has(status)) return withBodyOf(anew, response);
  // A response that is made anew has no address, which readers of redirects look at.
  return Object.defineProperty(anew, "url", { value: url });
}

/** The same response, whose body is read from another one. */
function withBodyOf(other: Response, response: Response): Response {
  Object.defineProperty(response, "body", { get: () => other.body });
  Object.defineProperty(response, "bodyUsed", { get: () => other.bodyUsed });
  for (const name of READERS)
    Object.defineProperty(response, name, { value: () => (other[name] as () => unknown)() });
  return response;
}

const READERS = ["arrayBuffer", "blob", "clone", "formData", "json", "text"] as const;

export function isEventStream({ headers }: Response): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() === "text/event-stream";
}

/** Where the last blank line ends; `-1`: there is none. */
function endOfLast(text: Buffer): number {
  const ends = BLANK_LINES.map((line) => [text.lastIndexOf(line), line.length] as const);
  return Math.max(...ends.map(([at, length]) => (at === -1 ? -1 : at + length)));
}
