import type { RequestChannel } from "../framework/request-channel.js";
import type { RequestContext } from "../framework/request-context.js";
import type { Settings } from "../options.js";
import type { UrlQuestion } from "../elicitation/question.js";
import type { Completions } from "../url-mode/completions.js";

/** The parts that holding a request needs. */
export interface HoldParts {
  readonly completions: Completions;
  /** Its signal aborts when the request is cancelled or its connection lost. */
  readonly channel: Pick<RequestChannel, "signal">;
  /** Sends progress notifications while the call is held; does nothing if the caller sent no progress token. */
  readonly keepAlive: () => () => void;
  readonly settings: Settings;
  readonly context: Pick<RequestContext, "trace" | "channel">;
}

/** Holds a request open while the end of a URL interaction is awaited. */
export class Holds {
  readonly #parts: HoldParts;
  readonly #holding = new Set<AbortController>();

  constructor(parts: HoldParts) {
    this.#parts = parts;
  }

  /** Ends every hold. */
  stop(): void {
    for (const hold of this.#holding) hold.abort(null);
  }

  /**
   * Waits for the end of an interaction; looks at least once.
   *
   * @param until When to give up, in ms since 1970.
   * @param stopsAtOnce Looks once and does not wait.
   * @returns whether the interaction has ended
   */
  async wait(question: UrlQuestion, until: number, stopsAtOnce: boolean): Promise<boolean> {
    const { completions, channel, keepAlive, settings, context } = this.#parts;
    const { signal } = channel;
    const stopKeepAlive = keepAlive();
    const stopWaiting = settings.waitingCalls.enter(context);
    const holding = new AbortController();
    const stop = (): void => holding.abort(null);
    signal.addEventListener("abort", stop);
    if (stopsAtOnce || signal.aborted) stop();
    this.#holding.add(holding);
    try {
      return await completions.wait(question, until, holding.signal);
    } finally {
      this.#holding.delete(holding);
      signal.removeEventListener("abort", stop);
      stopKeepAlive();
      stopWaiting();
    }
  }
}
