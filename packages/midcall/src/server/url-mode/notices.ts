import { errorText } from "../../internal/error-text.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { unref } from "../../internal/unref.js";
import type { Settings } from "../options.js";
import { type InteractionOwner, type EndRecords, REMEMBERED_MS } from "./end-records.js";

/** Most interactions whose host is waiting for a notice of their end. */
const MAX_NOTICES = 10_000;

/** How long a host can be notified of an end. */
export interface NoticeOptions {
  /** Aborts when the connection to the host ends. */
  readonly connectionSignal: AbortSignal;
  /** Milliseconds after which the end no longer matters. Default: an hour. */
  readonly forMs?: number;
}

/** Notifies hosts of the end of interactions, whichever process records it. */
export class CompletionNotices {
  readonly #records: EndRecords;
  readonly #settings: Settings;
  /** Ends the wait for each interaction; the oldest first. */
  readonly #forget = new Map<string, () => void>();

  constructor(records: EndRecords, settings: Settings) {
    this.#records = records;
    this.#settings = settings;
  }

  /** Sends `notify` when the interaction ends. */
  async notify(
    id: string,
    owner: InteractionOwner,
    notify: () => Promise<void>,
    { connectionSignal, forMs = REMEMBERED_MS }: NoticeOptions,
  ): Promise<void> {
    const waiting = this.#forget;
    const name = JSON.stringify([id, owner.server, owner.principal]);
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
    unref(timer);
    connectionSignal.addEventListener("abort", forget);
    waiting.set(name, forget);
    const onWord = async (): Promise<void> => {
      if (!(await this.#records.hasEnded(id, owner, false)) || waiting.get(name) !== forget) return;
      forget();
      await notify();
    };
    unsubscribe = await this.#records
      .subscribe(id, () => {
        onWord().catch((error: unknown) =>
          this.#settings.logger.warn(
            `midcall: no completion notice for ${id}: ${errorText(error)}`,
          ),
        );
      })
      .catch((error: unknown) => {
        forget();
        throw error;
      });
    // The wait may have ended in the meantime.
    if (waiting.get(name) !== forget) await unsubscribe();
  }
}
