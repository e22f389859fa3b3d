import { limitMessages } from "../../connect/messages/message-limit.js";
import { safeLine } from "../../safe-text.js";
import { FLAWS, flawOf } from "../../json-text.js";
import { isMembers, type Members } from "./messages.js";

/** What is read of lines of JSON-RPC messages. */
export interface LineReader {
  message(message: Members): void;
  /** A line that is no message. */
  broken(why: string): void;
  /** A message that is not taken, because its text has a flaw. Without this, none is looked for. */
  refused?(message: Members, why: string): void;
  /** Whether numbers may be rounded: where nothing is done with them. */
  readonly rounds?: boolean;
  /** A message that was too long to be read; `id` if it is a response to that request. */
  tooLong?(size: number, id: string | number | undefined): void;
  /** Whether a message may be passed on as the line it was read from: nothing of it is shown or remembered here. */
  isKept?(message: Members): boolean;
}

const MOST_SHOWN = 100;
/** Of a message that is nested too deep, the id is read where that takes little memory. */
export const MOST_READ = 1024 * 1024;

/** Reads messages, each on a line of its own, without looking at more than that they are objects. */
export function readJsonLines(reader: LineReader, longest?: number): (chunk: Buffer) => void {
  const each = (parsed: unknown, take: (message: Members) => void): void => {
    // Some implementations still send several messages at once, as they could until 2025-03-26.
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
      if (isMembers(message)) take(message);
      else reader.broken("a line that is not a message");
    }
  };
  const read = (line: Buffer): void => {
    const text = line.toString();
    if (text.trim() === "") return;
    const found = reader.refused && flawOf(text);
    const flaw = found === "inexact" && reader.rounds === true ? undefined : found;
    const parsed = flaw === "too deep" && text.length > MOST_READ ? {} : parse(text);
    if (parsed === undefined)
      return reader.broken(`a line that is not JSON ("${safeLine(text.slice(0, MOST_SHOWN))}")`);
    each(parsed, (message) => {
      if (flaw !== undefined) return reader.refused?.(message, FLAWS[flaw]);
      if (message === parsed && reader.isKept?.(message) === true)
        Object.defineProperty(message, LINE, { value: line });
      reader.message(message);
    });
  };
  return limitMessages(
    read,
    ({ size, id }) => {
      if (reader.tooLong) reader.tooLong(size, id);
      else reader.broken(`a message of ${size} bytes`);
    },
    longest,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The line that a message was read from. What is made of the message, by `{ ...message }`, does not have it. */
const LINE = Symbol("line");

/**
 * A message as a line: made of what was read here, because another reader of the same line may have read something else (of two
 * members with the same name, for instance). One that may be kept is the line that it was read from.
 */
export function toLine(message: Members): string | Buffer {
  return (message as { readonly [LINE]?: Buffer })[LINE] ?? `${JSON.stringify(message)}\n`;
}
