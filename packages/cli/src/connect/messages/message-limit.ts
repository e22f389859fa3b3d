/** The longest message of a server over stdio that is read, in bytes: as long as the official SDK takes. */
export const LONGEST_MESSAGE = 10 * 1024 * 1024;

/** A message that was too long to be read. */
export interface LongMessage {
  /** In bytes. */
  readonly size: number;
  /** The id of the request that it answers, if that can be seen. */
  readonly id: string | number | undefined;
}

const NEWLINE = 10;
/** What is kept of both ends of a long message. */
const END = 1_024;
const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const AT_START = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,\s*(?:${VERSION}\s*,\s*)?"(?:result|error)"`,
);
const AT_END = new RegExp(
  String.raw`,\s*(?:${VERSION}\s*,\s*)?${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`,
);

/** The id of a response, from its ends alone. Only its outermost members are looked at. */
function idOf(start: string, end: string): LongMessage["id"] {
  const isResponse = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"(?:result|error)"/.test(start);
  const [, found] = AT_START.exec(start) ?? (isResponse ? AT_END.exec(end) : undefined) ?? [];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}

/**
 * Passes the lines of a server's output on, and leaves out those that are too long. The SDK would end the connection.
 *
 * @param pass - receives whole lines
 * @param found - receives what is known about a line that was left out
 * @returns a function that takes the output in chunks
 */
export function limitMessages(
  pass: (lines: Buffer) => void,
  found: (message: LongMessage) => void,
  longest: number = LONGEST_MESSAGE,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let start = "";
  let end = Buffer.alloc(0);
  const take = (part: Buffer): void => {
    const wasLong = size > longest;
    size += part.length;
    if (!wasLong) parts.push(part);
    if (size <= longest) return;
    if (!wasLong) start = Buffer.concat(parts).subarray(0, END).toString();
    end = Buffer.from(Buffer.concat([end, ...(wasLong ? [part] : parts)]).subarray(-END));
    parts = [];
  };
  const finish = (): void => {
    if (size > longest) found({ size, id: idOf(start, end.toString()) });
    else pass(Buffer.concat([...parts, Buffer.of(NEWLINE)]));
    parts = [];
    size = 0;
    end = Buffer.alloc(0);
  };
  return (chunk) => {
    for (let from = 0; from < chunk.length;) {
      const at = chunk.indexOf(NEWLINE, from);
      if (at !== -1 && size === 0 && at - from <= longest) {
        // Most lines come in one piece: they are passed on without a copy.
        pass(chunk.subarray(from, at + 1));
      } else {
        take(chunk.subarray(from, at === -1 ? chunk.length : at));
        if (at === -1) return;
        finish();
      }
      from = at + 1;
    }
  };
}

/** Says which limit a message has broken, and what the author of the server can do. */
export const longMessageText = (size: number): string =>
  `The server sent a message of ${(size / 1024 / 1024).toFixed(1)} MiB. Hosts that use the official SDK read at most ${LONGEST_MESSAGE / 1024 / 1024} MiB, so it was left out; the connection is still open. Return less, or a link to a resource that is read in parts.`;
