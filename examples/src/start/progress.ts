export interface ProgressOptions {
  readonly total: number;
  /** Whether the line can be overwritten. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface Progress {
  /** Counts one more step. @param what - shown after the count */
  step(what: string): void;
  /** Removes the line in a terminal. */
  end(): void;
}

/** Without a terminal, lines cannot be overwritten, so they are printed less often. */
const LINE_EVERY_MS = 5_000;
/** Longer lines would wrap and could not be overwritten. */
const WIDTH = 72;

/** Prints the progress: in place in a terminal, otherwise as a line every few seconds. */
export function createProgress(options: ProgressOptions): Progress {
  const { total, isTerminal, write, now = () => performance.now() } = options;
  let done = 0;
  let last = now();
  return {
    step(what) {
      done += 1;
      const line = `[${done}/${total}] ${what}`;
      if (isTerminal) return write(`\r\u001b[K${line.slice(0, WIDTH)}`);
      if (now() - last < LINE_EVERY_MS) return;
      last = now();
      write(`${line}\n`);
    },
    end() {
      if (isTerminal) write("\r\u001b[K");
    },
  };
}
