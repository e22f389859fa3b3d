import { safeLine } from "../../safe-text.js";

const NEWLINE = 10;
/** What is kept of a line. */
const KEPT = 4_096;
const SHOWN = 100;
const SPACE = /^\s*$/;
const MESSAGE = /^\s*[[{]/;

/** What a program writes to its output that is no message. */
export interface StrayOutput {
  /** Takes the output in chunks. */
  readonly read: (chunk: Buffer) => void;
  /** What is known about text that has no line end yet: the next message will be part of its line. */
  text(): string | undefined;
}

/**
 * Watches a server's output for text without a line end, which makes the message after it unreadable. Other text between messages, such
 * as a banner, does no harm.
 *
 * @param lost - receives what is known when a message was lost to it
 */
export function watchStrayOutput(lost: (text: string) => void): StrayOutput {
  let line = "";
  let size = 0;
  const isStray = (): boolean => !SPACE.test(line) && !MESSAGE.test(line);
  const finish = (): void => {
    if (isStray() && /"jsonrpc"\s*:/.test(line)) lost(describe(line));
    line = "";
    size = 0;
  };
  return {
    read(chunk) {
      for (let from = 0; from < chunk.length;) {
        const at = chunk.indexOf(NEWLINE, from);
        const end = at === -1 ? chunk.length : at;
        if (size < KEPT) line += chunk.toString("latin1", from, Math.min(end, from + KEPT - size));
        size += end - from;
        if (at !== -1) finish();
        from = end + 1;
      }
    },
    text: () => (isStray() ? describe(line) : undefined),
  };
}

function describe(line: string): string {
  const text = Buffer.from(line.split("{", 1)[0]!.slice(0, SHOWN), "latin1").toString();
  return `The server wrote "${safeLine(text, SHOWN)}" to stdout without a line end, so that the message after it cannot be read. It has to write such text to stderr.`;
}
