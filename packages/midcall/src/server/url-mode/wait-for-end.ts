import { errorText } from "../../internal/error-text.js";
import { pause } from "../../internal/timeout.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import type { Settings } from "../options.js";
import type { UrlQuestion } from "../elicitation/question.js";
import type { InteractionOwner, EndRecords } from "./end-records.js";

/** Pause between two calls of `completed()`. */
const POLL_MS = 1000;
/** How long a check that is under way may still take when the time is up. */
const LAST_CHECK_MS = 1000;

/**
 * The sources that report the end of an interaction: a message about its id, a function to poll, or a function that
 * waits for it.
 */
export type Ending = Partial<Pick<UrlQuestion, "elicitationId" | "completed" | "ended">>;

export interface WaitParts {
  readonly settings: Settings;
  readonly records: EndRecords;
  readonly owner: InteractionOwner;
}

/**
 * Waits for the end of an interaction. Checks at least once; a check that does not settle is not awaited.
 *
 * @param until When to give up, in ms since 1970.
 * @param signal Gives up at once.
 */
export async function waitForEnd(
  parts: WaitParts,
  { elicitationId, completed, ended }: Ending,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { now, logger } = parts.settings;
  const stop = new AbortController();
  const over = new AbortController();
  const giveUp = (): void => stop.abort();
  const timer = setTimeout(giveUp, Math.min(Math.max(0, until - now()), MAX_TIMER_MS));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  const sources: Promise<boolean>[] = [];
  if (elicitationId !== undefined)
    sources.push(waitForMessage(parts, elicitationId, until, stop.signal));
  if (completed !== undefined) {
    const onError = (error: unknown): void =>
      logger.warn(`midcall: completed() threw, which counts as "not yet": ${errorText(error)}`);
    sources.push(pollUntil(completed, stop.signal, onError));
  }
  if (ended !== undefined) {
    const onError = (error: unknown): void =>
      logger.warn(`midcall: waiting for the end of a visit failed: ${errorText(error)}`);
    sources.push(pollUntil(() => ended(stop.signal), stop.signal, onError));
  }
  const late = pause(MAX_TIMER_MS, stop.signal)
    .then(() => pause(LAST_CHECK_MS, over.signal))
    .then(() => false);
  try {
    return await Promise.race([late, any(sources)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    over.abort();
    stop.abort();
  }
}

/** Waits for a message that the interaction with this id has ended. */
async function waitForMessage(
  { settings, records, owner }: WaitParts,
  id: string,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  // The question was asked earlier, perhaps in another process. If its claim was lost with that process, the owner of an
  // end that came in the meantime could not be determined.
  const forMs = Math.max(1, until - settings.now()) + settings.stateTtlMs;
  const taken = await records.claim(id, owner, forMs);
  if (taken === "another's") {
    await pause(MAX_TIMER_MS, signal);
    return false;
  }
  let woken = new AbortController();
  const wake = (): void => woken.abort();
  const unsubscribe = await records.subscribe(id, wake);
  signal.addEventListener("abort", wake);
  try {
    for (;;) {
      woken = new AbortController();
      // The message may come while the store is being read: the pause is then over before it begins.
      const pausing = woken.signal;
      if (await records.hasEnded(id, owner, taken === "new")) return true;
      if (signal.aborted) return false;
      await pause(MAX_TIMER_MS, pausing);
    }
  } finally {
    signal.removeEventListener("abort", wake);
    unsubscribe().catch(() => {
      // A listener that could not be removed has no effect.
    });
  }
}

/** Polls whether it has ended, also after an error. */
async function pollUntil(
  hasEnded: () => Promise<boolean>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<boolean> {
  for (;;) {
    try {
      if (await hasEnded()) return true;
    } catch (error) {
      onError(error);
    }
    if (signal.aborted) return false;
    await pause(POLL_MS, signal);
  }
}

/** True as soon as one of them is true, false when none is. @throws the error of the first one that fails */
function any(sources: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const told = sources.map(async (source) => {
      if (await source) resolve(true);
    });
    Promise.all(told).then(() => resolve(false), reject);
  });
}
