import { MAX_TIMER_MS } from "../../../../internal/max-timer.js";
import { DurableFailure } from "../../../framework/durable-call.js";

/** The end of waiting for an answer. */
export interface GiveUp {
  /** Aborts with a {@link DurableFailure} when it is no longer waited for. */
  readonly signal: AbortSignal;
  /** The answer has come. */
  stop(): void;
}

/**
 * @param withdrawn - aborts when the question is withdrawn
 * @param timeout - milliseconds until its deadline
 * @param onGiveUp - called at once, with the reason for the host
 */
export function giveUp(
  withdrawn: AbortSignal,
  timeout: number,
  onGiveUp: (why: string) => void,
): GiveUp {
  const over = new AbortController();
  const end = (reason: DurableFailure["reason"], why: string): void => {
    if (over.signal.aborted) return;
    over.abort(new DurableFailure(reason, why));
    onGiveUp(why);
  };
  const withdraw = (): void => end("disconnected", "The call has ended.");
  const timer = setTimeout(
    () => end("deadline", "No answer came in time."),
    Math.min(timeout, MAX_TIMER_MS),
  );
  withdrawn.addEventListener("abort", withdraw);
  if (withdrawn.aborted) withdraw();
  return {
    signal: over.signal,
    stop() {
      clearTimeout(timer);
      withdrawn.removeEventListener("abort", withdraw);
    },
  };
}
