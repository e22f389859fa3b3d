import type { Logger } from "../logger.js";

/** How long the reply waits for one deferred function. */
const DEFERRED_MS = 10_000;

/** The functions that a handler has deferred until its run ends. */
export interface Deferred {
  readonly isEmpty: boolean;
  add(fn: () => unknown): void;
  /** Runs them, last in first out. One that fails or hangs holds up neither the others nor the reply. */
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
        () => reject(new Error(`still running after ${DEFERRED_MS} ms`)),
        DEFERRED_MS,
      );
    });
    const work = async (): Promise<unknown> => fn();
    try {
      await Promise.race([work(), late]);
    } catch (error) {
      logger.error(
        `midcall: a function that ${subject} deferred with ctx.defer failed: ${String(error)}`,
      );
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get isEmpty() {
      return deferred.length === 0;
    },
    add: (fn) => void deferred.push(fn),
    runNow,
    async run() {
      for (const fn of deferred.reverse()) await runNow(fn);
    },
  };
}
