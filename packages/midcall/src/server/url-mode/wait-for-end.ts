import { pause } from "../../internal/timeout.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import type { Settings } from "../options.js";
import type { UrlQuestion } from "../elicitation/question.js";
import type { InteractionOwner, EndRecords } from "./end-records.js";

/** Pause between two looks at `completed()`. */
const POLL_MS = 1000;
/** How long a look that is under way may still take when the time is up. */
const LAST_LOOK_MS = 1000;

/** What tells that an interaction has ended: word of its id, a look now and then, or something that knows. */
export type Ending = Partial<Pick<UrlQuestion, "elicitationId" | "completed" | "ended">>;

export interface WaitParts {
  readonly settings: Settings;
  readonly records: EndRecords;
  readonly asker: InteractionOwner;
}

/**
 * Waits for the end of an interaction. Looks at least once; what does not answer is not waited for.
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
  if (elicitationId !== undefined) sources.push(hearOf(parts, elicitationId, until, stop.signal));
  if (completed !== undefined) {
    const onError = (error: unknown): void =>
      logger.warn(`midcall: completed() threw, taken as "not yet": ${String(error)}`);
    sources.push(lookUntil(completed, stop.signal, onError));
  }
  if (ended !== undefined) {
    const onError = (error: unknown): void =>
      logger.warn(`midcall: the end of a visit could not be looked for: ${String(error)}`);
    sources.push(lookUntil(() => ended(stop.signal), stop.signal, onError));
  }
  const late = pause(MAX_TIMER_MS, stop.signal)
    .then(() => pause(LAST_LOOK_MS, over.signal))
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

/** Waits for word of an id. */
async function hearOf(
  { settings, records, asker }: WaitParts,
  id: string,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  // The question was asked earlier, in a call that goes on here. Where the claim of then is forgotten, with the process
  // that had it, an end that came meanwhile could not be told whose it is.
  const forMs = Math.max(1, until - settings.now()) + settings.stateTtlMs;
  const taken = await records.claim(id, asker, forMs);
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
      // Word may come while the store is being read: then the pause is over before it begins.
      const pausing = woken.signal;
      if (await records.hasEnded(id, asker, taken === "new")) return true;
      if (signal.aborted) return false;
      await pause(MAX_TIMER_MS, pausing);
    }
  } finally {
    signal.removeEventListener("abort", wake);
    unsubscribe().catch(() => {
      // One listener too many does no harm.
    });
  }
}

/** Asks whether it has ended, now and then, also when that fails. */
async function lookUntil(
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

/** True as soon as one of them is, false when none is. @throws what the first of them to fail throws */
function any(sources: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const told = sources.map(async (source) => {
      if (await source) resolve(true);
    });
    Promise.all(told).then(() => resolve(false), reject);
  });
}
