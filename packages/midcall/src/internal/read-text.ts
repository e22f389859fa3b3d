/** Returns what a message is read as; `undefined`: it is left out. */
type Read = (message: unknown) => unknown;

/** The parts of the SDK's transports that texts pass. They are not public: where they are missing, nothing is changed. */
interface TextTransport {
  _readBuffer?: { append?: (chunk: Uint8Array) => void } | undefined;
  _fetch?: typeof fetch | undefined;
}

/** As much of a line as the SDK waits for. */
const LONGEST = 10 * 1024 * 1024;
const NEWLINE = 10;
/**
 * Changes the texts that a transport of the official SDK reads: it parses and checks them itself, and drops what breaks the rules.
 */
export function readText(transport: object, read: Read): void {
  const own = transport as TextTransport;
  const change = (text: string): string => changed(text, read);
  const buffer = own._readBuffer;
  if (typeof buffer?.append === "function")
    buffer.append = changeLines(buffer.append.bind(buffer), change);
  // Those over HTTP have this property, whether or not a function was given.
  if ("_fetch" in own && (own._fetch === undefined || typeof own._fetch === "function"))
    own._fetch = changeResponses(own._fetch ?? ((...given) => fetch(...given)), change);
}

function changed(text: string, read: Read): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text;
  }
  const message = read(parsed);
  if (message === parsed) return text;
  return message === undefined ? "" : JSON.stringify(message);
}

/** What makes the bytes of programs, which are of a kind that browsers do not have. */
interface Bytes {
  concat(parts: readonly Uint8Array[]): Uint8Array;
  from(text: string): Uint8Array;
}

const isBytes = (made: Partial<Bytes>): made is Bytes =>
  typeof made.concat === "function" && typeof made.from === "function";

/** Takes bytes in chunks, and passes whole lines on. */
function changeLines(
  pass: (chunk: Uint8Array) => void,
  change: (line: string) => string,
): (chunk: Uint8Array) => void {
  let held: Uint8Array[] = [];
  let size = 0;
  const flush = (of: Bytes): Uint8Array => {
    const all = of.concat(held);
    held = [];
    size = 0;
    return all;
  };
  return (chunk) => {
    const of = chunk.constructor as unknown as Partial<Bytes>;
    if (!isBytes(of)) return pass(chunk);
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      held.push(chunk);
      size += chunk.length;
      // The SDK says that it is too long.
      if (size > LONGEST) pass(flush(of));
      return;
    }
    held.push(chunk.subarray(0, end));
    const all = flush(of);
    if (end < chunk.length) {
      held.push(chunk.subarray(end));
      size = chunk.length - end;
    }
    const text = all.toString();
    const next = text.replace(/[^\n]+/g, change);
    pass(next === text ? all : of.from(next));
  };
}

/** The same function, whose responses are changed where they hold messages. */
function changeResponses(request: typeof fetch, change: (text: string) => string): typeof fetch {
  return async (...given) => {
    const response = await request(...given);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || response.body === null) return response;
    // Everything else of the response stays what it is.
    if (/^application\/json\b/i.test(type)) {
      const text = response.text.bind(response);
      const changedText = async (): Promise<string> => change(await text());
      const json = async (): Promise<unknown> => JSON.parse((await changedText()) || "null");
      Object.defineProperties(response, { text: { value: changedText }, json: { value: json } });
    } else if (/^text\/event-stream\b/i.test(type)) {
      Object.defineProperty(response, "body", { value: changeEvents(response.body, change) });
    }
    return response;
  };
}

/** A line with the whole of a message, as all servers write them. */
const DATA = /(^|[\r\n])(data: ?)(\{[^\r\n]*\})(?=[\r\n]|$)/g;

function changeEvents(
  body: ReadableStream<Uint8Array>,
  change: (text: string) => string,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = "";
  const replace = (text: string): string =>
    text.replace(
      DATA,
      (_, before: string, name: string, data: string) => before + name + change(data),
    );
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        const end = text.lastIndexOf("\n") + 1;
        if (end > 0) controller.enqueue(encoder.encode(replace(held + text.slice(0, end))));
        held = end > 0 ? text.slice(end) : held + text;
      },
      flush(controller) {
        controller.enqueue(encoder.encode(replace(held + decoder.decode())));
      },
    }) as unknown as TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>,
  );
}
