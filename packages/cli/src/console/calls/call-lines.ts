import { createBoundedList } from "../servers/logs/bounded-list.js";
import type { CallLine, LogLine, Progress, ProgressLine } from "../views/api-types.js";

/** The latest log messages and progress notifications of a call. */
export interface CallLines {
  /** The number of the latest line. */
  readonly seq: number;
  addLog(line: Omit<LogLine, "seq" | "kind">): void;
  addProgress(at: number, progress: Progress): void;
  /** Lines after a sequence number, oldest first. */
  after(seq: number): readonly CallLine[];
}

const MOST_LINES = 500;
const MOST_CHARACTERS = 256 * 1024;
const OVERHEAD = 100;

/** Creates an empty list, which forgets its oldest lines. */
export function createCallLines(): CallLines {
  const lines = createBoundedList<CallLine>(MOST_LINES, MOST_CHARACTERS);
  let seq = 0;
  return {
    get seq() {
      return seq;
    },
    addLog(line) {
      lines.add({ kind: "log", seq: ++seq, ...line }, line.text.length + OVERHEAD);
    },
    addProgress(at, progress) {
      const line: ProgressLine = { kind: "progress", seq: ++seq, at, ...progress };
      lines.add(line, (progress.message?.length ?? 0) + OVERHEAD);
    },
    after: (last) => lines.list().filter((line) => line.seq > last),
  };
}
