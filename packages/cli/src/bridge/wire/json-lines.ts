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
    const text = line.toString().trim();
    if (text === "") return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return reader.broken("a line that is not JSON");
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

/** A message as a line. */
export function toLine(message: Members): string {
  return `${JSON.stringify(message)}\n`;
}
