import type { Logger } from "../logger.js";

/** How long a reply waits for one deferred clean-up. */
const CLEAN_UP_MS = 10_000;

/** What a handler has put off until its run ends. */
export interface Deferred {
  add(fn: () => unknown): void;
  /** Runs them, last in first out; one that fails or hangs keeps neither the others nor the reply. */
  run(): Promise<void>;
  /** Runs one at once. Never rejects. */
  runNow(fn: () => unknown): Promise<void>;
}

/** @param subject The tool, prompt or resource, for messages. */
export function createDeferred(subject: string, logger: Logger): Deferred {
  const deferred: (() => unknown)[] = [];
  const runNow = async (fn: () => unknown): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`still running after ${CLEAN_UP_MS} ms`)),
        CLEAN_UP_MS,
      );
    });
    const work = async (): Promise<unknown> => fn();
    try {
      await Promise.race([work(), late]);
    } catch (error) {
      logger.error(`midcall: a deferred clean-up of ${subject} failed: ${String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    add: (fn) => void deferred.push(fn),
    runNow,
    async run() {
      for (const fn of deferred.reverse()) await runNow(fn);
    },
  };
}
