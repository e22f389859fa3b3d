import { MAX_TIMER_MS } from "../../internal/max-timer.js";
/** A time limit that runs only while the question is visible to the user. */
export interface Countdown {
  /** Marks the question as visible until the returned function is called. */
  start(): () => void;
  /** Restarts the full limit, from now or from when the question is next visible. */
  extend(): void;
  /** Stops the countdown without calling `onEnd`. */
  stop(): void;
  /** When the time runs out; `undefined` while the question is not visible. */
  readonly endsAt: number | undefined;
  /** How long the question has been visible, in milliseconds. */
  visibleMs(): number;
}

/**
 * Creates a countdown. It measures with a monotonic clock, which changes of the system time do not affect.
 *
 * @param limitMs - how long the question may be visible, in milliseconds
 * @param now - the clock for `endsAt`, in milliseconds since 1970
 */
export function createCountdown(
  limitMs: number,
  now: () => number,
  onEnd: () => void,
  onChange: () => void,
): Countdown {
  let limit = limitMs;
  let before = 0;
  let since: number | undefined;
  let lookers = 0;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const visibleMs = (): number =>
    Math.round(before + (since === undefined ? 0 : performance.now() - since));
  const arm = (): void => {
    const left = limit - visibleMs();
    timer = setTimeout(left > MAX_TIMER_MS ? arm : onEnd, Math.min(left, MAX_TIMER_MS));
  };
  const pause = (): void => {
    clearTimeout(timer);
    before = visibleMs();
    since = undefined;
  };

  return {
    start() {
      let looking = true;
      if (lookers++ === 0 && !over) {
        since = performance.now();
        arm();
        onChange();
      }
      return () => {
        if (!looking) return;
        looking = false;
        if (--lookers > 0 || over) return;
        pause();
        onChange();
      };
    },
    extend() {
      limit = visibleMs() + limitMs;
      if (since === undefined) return;
      clearTimeout(timer);
      arm();
      onChange();
    },
    stop() {
      over = true;
      pause();
    },
    get endsAt() {
      return since === undefined ? undefined : now() + limit - visibleMs();
    },
    visibleMs,
  };
}
