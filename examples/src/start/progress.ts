export interface ProgressOptions {
  readonly total: number;
  /** Whether a line can be written over. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface Progress {
  /** One more is done. `what` is shown behind the count. */
  step(what: string): void;
  /** Takes the line away again where it was written in place. */
  end(): void;
}

/** Without a terminal each line stays, so there are few. */
const LINE_EVERY_MS = 5_000;
/** Longer lines would wrap, and then could not be written over. */
const WIDTH = 72;

/** Says how far a run is: in place in a terminal, and otherwise in a line every few seconds. */
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
