import { limitMessages } from "../../connect/messages/message-limit.js";
import { isMembers, type Members } from "./messages.js";

/** What is read of lines of JSON-RPC messages. */
export interface LineReader {
  message(message: Members): void;
  /** A line that is no message. */
  broken(why: string): void;
  /** A message that was too long to be read; `id` if it is a response to that request. */
  tooLong?(size: number, id: string | number | undefined): void;
}

/** Reads messages, each on a line of its own, without looking at more than that they are objects. */
export function readJsonLines(reader: LineReader, longest?: number): (chunk: Buffer) => void {
  const read = (line: Buffer): void => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(line.toString());
    } catch {
      if (line.toString().trim() !== "") reader.broken("a line that is not JSON");
      return;
    }
    if (isMembers(parsed)) {
      Object.defineProperty(parsed, LINE, { value: line });
      return reader.message(parsed);
    }
    // Some implementations still send several messages at once, as they could until 2025-03-26.
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
      if (isMembers(message)) reader.message(message);
      else reader.broken("a line that is not a message");
    }
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

/** The line that a message was read from. What is made of the message, by `{ ...message }`, does not have it. */
const LINE = Symbol("line");

/** A message as a line. One that passes unchanged is the line that it was read from. */
export function toLine(message: Members): string | Buffer {
  return (message as { readonly [LINE]?: Buffer })[LINE] ?? `${JSON.stringify(message)}\n`;
}
