import { safeText } from "../../../safe-text.js";
import type { Scrubber } from "../secrets/scrubber.js";

/** The last lines of a server's stderr. */
export interface OutputTail {
  add(text: string): void;
  /** Another process is started: what was written before is earlier output. */
  begin(): void;
  /** Of the current process. */
  lines(): readonly string[];
  /** Of the processes before. */
  earlier(): readonly string[];
  readonly seq: number;
}

const MOST_LINES = 200;
const LONGEST_LINE = 2_000;
// Colours and cursor movements; the remaining control characters are removed afterwards.
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|.)/g;

const clean = (line: string): string => safeText(line.replace(ESCAPES, ""));

export function createOutputTail(scrubber: Scrubber, onChange: () => void): OutputTail {
  let kept: string[] = [];
  let before: string[] = [];
  let open = "";
  let seq = 0;
  const readable = (lines: readonly string[]): string[] =>
    lines.map((line) => clean(scrubber.scrub(line)));
  return {
    add(text) {
      const lines = (open + text).split(/\r\n|\n|\r/);
      open = lines.pop()!.slice(0, LONGEST_LINE);
      kept.push(...lines.slice(-MOST_LINES).map((line) => line.slice(0, LONGEST_LINE)));
      if (kept.length > MOST_LINES) kept = kept.slice(-MOST_LINES);
      seq += 1;
      onChange();
    },
    begin() {
      before = [...before, ...kept, ...(open === "" ? [] : [open])].slice(-MOST_LINES);
      kept = [];
      open = "";
    },
    lines: () => readable([...kept, ...(open === "" ? [] : [open])]),
    earlier: () => readable(before),
    get seq() {
      return seq;
    },
  };
}
