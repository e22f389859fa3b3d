import { errorText } from "../../internal/error-text.js";
import { describeValue } from "../../internal/describe-value.js";
import type { Logger } from "../logger.js";

/** How long the reply waits for one deferred function. */
const DEFERRED_MS = 10_000;

/** The functions that a handler has deferred until its run ends. */
export class Deferred {
  readonly #subject: string;
  readonly #logger: Logger;
  #functions: (() => unknown)[] | undefined;

  /** @param subject The tool, prompt or resource, for messages. */
  constructor(subject: string, logger: Logger) {
    this.#subject = subject;
    this.#logger = logger;
  }

  get isEmpty(): boolean {
    return this.#functions === undefined;
  }

  add(fn: () => unknown): void {
    (this.#functions ??= []).push(fn);
  }

  /** Runs them, last in first out. One that fails or hangs holds up neither the others nor the reply. */
  async run(): Promise<void> {
    for (const fn of this.#functions?.reverse() ?? []) await this.runNow(fn);
  }

  /** Runs one at once. Never rejects. */
  async runNow(fn: () => unknown): Promise<void> {
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
      this.#report(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #report(error: unknown): void {
    try {
      this.#logger.error(
        `midcall: a function that ${this.#subject} deferred with ctx.defer failed: ${error instanceof Error ? errorText(error) : describeValue(error)}`,
      );
    } catch {
      // The author's logger failed, or what was thrown cannot be described.
    }
  }
}
