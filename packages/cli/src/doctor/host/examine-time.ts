import { member } from "../../json.js";
import type { HostResults } from "./report/host-results.js";

const DEFAULT_SECONDS = 75;
const MOST_SECONDS = 600;

export interface TimeRun {
  readonly results: HostResults;
  /** Aborted when the host gives up the call. */
  readonly signal: AbortSignal;
  /** Whether the host has asked for progress. */
  readonly wantsProgress: boolean;
  readonly now: () => number;
}

/** Waits as long as the arguments say. @returns how long it was, in milliseconds, and whether the host gave up */
async function waitFor(
  args: unknown,
  { signal, now }: TimeRun,
): Promise<{ readonly tookMs: number; readonly isCancelled: boolean }> {
  const seconds = member(args, "seconds");
  const isValid = typeof seconds === "number" && seconds > 0 && seconds <= MOST_SECONDS;
  const start = now();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, (isValid ? seconds : DEFAULT_SECONDS) * 1000);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  return { tookMs: now() - start, isCancelled: signal.aborted };
}

/** A call without progress: when does the host give it up? */
export async function examineTimeLimit(args: unknown, run: TimeRun): Promise<void> {
  const { results } = run;
  const { tookMs, isCancelled } = await waitFor(args, run);
  if (isCancelled) results.timeLimitMs = tookMs;
  const finding = isCancelled ? "time-limit-met" : "time-limit-not-met";
  results.observe("time_limit", "when the host gives up a call", finding, tookMs);
}

/** A call with progress: does it last longer than one without? */
export async function examineProgress(args: unknown, run: TimeRun): Promise<void> {
  const { results, wantsProgress } = run;
  const { tookMs, isCancelled } = await waitFor(args, run);
  const limitMs = results.timeLimitMs;
  const isLonger = limitMs !== undefined && tookMs > limitMs * 1.2;
  const finding = !wantsProgress
    ? "progress-unwanted"
    : isLonger && !isCancelled
      ? "progress-extends"
      : isCancelled
        ? "progress-ignored"
        : "progress-unclear";
  results.observe("progress", "whether progress extends the time of a call", finding, tookMs);
}
