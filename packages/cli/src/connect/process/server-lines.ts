import { safeLine } from "../../safe-text.js";

/** What a server writes to stderr, as whole lines, safe to print and with a prefix. */
export interface ServerLines {
  /** Takes what the server wrote, to print it at once, or, while connecting, if that takes long or succeeds. */
  add(text: string): void;
  /** Forgets what an earlier attempt to connect has left. */
  restart(): void;
  /** Prints everything so far, and from now on at once. */
  flush(): void;
  /** Whether lines are printed at once. */
  readonly isLive: boolean;
}

/** More lines than this are not kept while connecting. */
const MOST_LINES = 200;
const LONGEST_LINE = 1_000;
const LONGEST_REST = 4_096;

/** Keeps the lines back while connecting, until `flush`: if that fails, the error has the last of them. */
export function createServerLines(write: (line: string) => void): ServerLines {
  let rest = "";
  let kept: string[] = [];
  let isLive = false;
  return {
    add(text) {
      const lines = (rest + text).split(/\r\n?|\n/);
      // Of a line that does not end, only the beginning is kept.
      rest = lines.pop()!.slice(0, LONGEST_REST);
      for (const line of lines) {
        const safe = `server | ${safeLine(line, LONGEST_LINE)}\n`;
        if (isLive) write(safe);
        else kept = [...kept.slice(1 - MOST_LINES), safe];
      }
    },
    restart() {
      rest = "";
      kept = [];
    },
    flush() {
      isLive = true;
      for (const line of kept) write(line);
      kept = [];
    },
    get isLive() {
      return isLive;
    },
  };
}
