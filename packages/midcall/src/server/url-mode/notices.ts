import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import type { Settings } from "../options.js";
import { type InteractionOwner, type EndRecords, REMEMBERED_MS } from "./end-records.js";

/** Interactions whose host can still be told of their end. */
const MAX_NOTICES = 10_000;

/** How long a host can be told of an end. */
export interface NoticeOptions {
  /** Aborts when its connection ends. */
  readonly connectionSignal: AbortSignal;
  /** Milliseconds after which the end is of no interest any more. Default: an hour. */
  readonly forMs?: number;
}

/** Tells hosts of the end of interactions, in whichever process it is noted. */
export class CompletionNotices {
  readonly #records: EndRecords;
  readonly #settings: Settings;
  /** Ends the wait for each, the oldest first. */
  readonly #forget = new Map<string, () => void>();

  constructor(records: EndRecords, settings: Settings) {
    this.#records = records;
    this.#settings = settings;
  }

  /** Sends `notify` when the interaction ends. */
  async notify(
    id: string,
    asker: InteractionOwner,
    notify: () => Promise<void>,
    { connectionSignal, forMs = REMEMBERED_MS }: NoticeOptions,
  ): Promise<void> {
    const waiting = this.#forget;
    const name = JSON.stringify([id, asker.server, asker.principal]);
    if (waiting.has(name) || connectionSignal.aborted) return;
    const oldest = waiting.size >= MAX_NOTICES ? waiting.keys().next().value : undefined;
    if (oldest !== undefined) waiting.get(oldest)?.();
    let unsubscribe = async (): Promise<void> => {};
    const forget = (): void => {
      clearTimeout(timer);
      connectionSignal.removeEventListener("abort", forget);
      if (waiting.get(name) === forget) waiting.delete(name);
      unsubscribe().catch(() => {});
    };
    const timer = setTimeout(forget, Math.min(forMs, MAX_TIMER_MS));
    timer.unref();
    connectionSignal.addEventListener("abort", forget);
    waiting.set(name, forget);
    const onWord = async (): Promise<void> => {
      if (!(await this.#records.hasEnded(id, asker, false)) || waiting.get(name) !== forget) return;
      forget();
      await notify();
    };
    unsubscribe = await this.#records
      .subscribe(id, () => {
        onWord().catch((error: unknown) =>
          this.#settings.logger.warn(`midcall: no completion notice for ${id}: ${String(error)}`),
        );
      })
      .catch((error: unknown) => {
        forget();
        throw error;
      });
    // It may have been forgotten meanwhile.
    if (waiting.get(name) !== forget) await unsubscribe();
  }
}
