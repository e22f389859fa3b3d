import { displayText } from "midcall/form";
import { isDeeperThan } from "../../../nesting.js";
import type { LogLevel, LogLine } from "../../views/api-types.js";
import { optionalText } from "../../views/text.js";
import { createBoundedList } from "./bounded-list.js";
import type { Scrubber } from "../secrets/scrubber.js";

/** The latest log messages of one server. */
export interface ServerLog {
  /**
   * Adds a message as received; untrusted.
   *
   * @param call - the id of the call it belongs to, if that is known
   */
  add(params: unknown, call: string | undefined): LogLine;
  /** Messages after a sequence number, oldest first. */
  after(seq: number): readonly LogLine[];
  clear(): void;
  readonly seq: number;
}

/** Every level, least severe first. */
export const LOG_LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

const MOST_LINES = 1_000;
const MOST_CHARACTERS = 1024 * 1024;
const LONGEST_TEXT = 8_000;
/** A longer text is replaced by its length. */
const LONGEST_SCRUBBED = 1_000_000;
const MOST_LEVELS = 50;

/** @param scrubber - removes the user's answers from the messages */
export function createServerLog(
  scrubber: Pick<Scrubber, "scrub">,
  onChange: () => void,
): ServerLog {
  let lines = createBoundedList<LogLine>(MOST_LINES, MOST_CHARACTERS);
  let seq = 0;
  return {
    add(params, call) {
      const { level, logger, data } = Object(params) as Record<string, unknown>;
      const { text, cut } = readData(data, scrubber.scrub);
      const line: LogLine = {
        kind: "log",
        seq: ++seq,
        at: Date.now(),
        level: LOG_LEVELS.find((one) => one === level) ?? "info",
        logger: optionalText(logger, 200),
        text,
        cut,
        call,
      };
      lines.add(line, text.length + 200);
      onChange();
      return line;
    },
    after: (last) => lines.list().filter((line) => line.seq > last),
    clear() {
      lines = createBoundedList(MOST_LINES, MOST_CHARACTERS);
      // Subscribers compare this number to detect changes.
      seq += 1;
      onChange();
    },
    get seq() {
      return seq;
    },
  };
}

function readData(data: unknown, scrub: (text: string) => string): Pick<LogLine, "text" | "cut"> {
  const whole =
    typeof data === "string"
      ? data
      : isDeeperThan(MOST_LEVELS, data)
        ? "Data that is nested too deeply to be shown."
        : (JSON.stringify(data, undefined, 2) ?? "");
  if (whole.length > LONGEST_SCRUBBED) {
    return { text: `A message of ${whole.length} characters.`, cut: true };
  }
  // Scrubbed before it is truncated, so that no part of an answer remains.
  const clean = scrub(whole);
  return {
    text: displayText(clean.slice(0, LONGEST_TEXT), { lines: true }),
    cut: clean.length > LONGEST_TEXT,
  };
}
