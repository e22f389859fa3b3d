import { killServers } from "../connect/process/server-process.js";

/** A request to end the command: Ctrl-C, or a signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code, after an interruption. */
  readonly code: number | undefined;
  /** Has the same effect as Ctrl-C. */
  interrupt(): void;
  stop(): void;
}

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Handles signals: the first one ends the command in order, the second at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  const end = (next: number): void => {
    if (code !== undefined) {
      killServers();
      process.exit(code);
    }
    code = next;
    controller.abort(new Error("Interrupted."));
  };
  const listeners = Object.entries(CODES).map(([signal, number]) => {
    const listener = (): void => end(number);
    process.on(signal, listener);
    return (): void => void process.removeListener(signal, listener);
  });
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    interrupt: () => {
      if (code === undefined) end(CODES.SIGINT);
    },
    stop: () => listeners.forEach((remove) => remove()),
  };
}
