import { killServers } from "../connect/process/server-process.js";

/** The end of the command from outside: Ctrl-C, or a signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code, once it has come. */
  readonly code: number | undefined;
  /** As Ctrl-C does. */
  interrupt(): void;
  stop(): void;
}

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Watches for it: the first asks everything to end in order, a second ends it at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  const end = (next: number): void => {
    if (code !== undefined) {
      killServers();
      process.exit(code);
    }
    code = next;
    controller.abort(new Error("It was interrupted."));
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
