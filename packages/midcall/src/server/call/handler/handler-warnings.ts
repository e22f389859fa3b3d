import { type Draft, quoted } from "../../elicitation/question.js";
import type { Settings } from "../../options.js";

/** The parts that the warnings about one run of a handler need. */
export interface HandlerWarningParts {
  readonly settings: Pick<Settings, "development" | "logger">;
  /** Digests of the questions that earlier rounds have asked. */
  readonly known: ReadonlySet<string>;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}

/** Warns the author, in development, of what is likely a mistake in a handler. */
export class HandlerWarnings {
  readonly #parts: HandlerWarningParts;
  #wroteBeforeAsking: string | undefined;
  #hasAsked = false;
  #hasWarnedOfWait = false;

  constructor(parts: HandlerWarningParts) {
    this.#parts = parts;
  }

  /** Called when the handler runs a step that writes. */
  writes(step: string): void {
    if (!this.#hasAsked) this.#wroteBeforeAsking ??= step;
  }

  /** Called when the handler asks a question. @param waitedMs How long it waited outside of steps before that. */
  asks(draft: Draft, waitedMs: number): void {
    this.#warnOfEarlyWrites();
    this.#hasAsked = true;
    this.#warnOfWait(draft, waitedMs);
  }

  /** Called when the handler has ended. @param unfinished Questions and steps that it did not wait for, in words. */
  ended(unfinished: Iterable<string>): void {
    const [left] = unfinished;
    if (left === undefined) return;
    this.#warn(`ended without waiting for ${left}, so its result is discarded. Missing await?`);
  }

  #warnOfEarlyWrites(): void {
    if (this.#wroteBeforeAsking === undefined || this.#hasAsked) return;
    this.#warn(
      `runs the step "${this.#wroteBeforeAsking}", which writes, before its first question. ` +
        "Ask first and act last: a user who declines expects that nothing has happened.",
    );
  }

  #warnOfWait(draft: Draft, waitedMs: number): void {
    if (waitedMs === 0 || this.#hasWarnedOfWait || !this.#parts.settings.development) return;
    if (draft.givenKey !== undefined || this.#parts.known.has(draft.digest)) return;
    this.#hasWarnedOfWait = true;
    this.#warn(
      `asks ${quoted(draft.message)} after a wait outside of ctx.step. On 2026-07-28 that wait is repeated ` +
        "in every round, and its result may change what is asked. Move it into ctx.step, or give the question a key.",
    );
  }

  #warn(text: string): void {
    const { settings, subject } = this.#parts;
    if (settings.development) settings.logger.warn(`midcall: ${subject} ${text}`);
  }
}
