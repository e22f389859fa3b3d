import { MAX_TIMER_MS } from "../../internal/max-timer.js";
/** A deadline that comes closer only while somebody looks. */
export interface Countdown {
  /** Somebody looks, until the returned function is called. */
  start(): () => void;
  /** Gives the whole limit again, from now; while nobody looks, from when somebody does. */
  extend(): void;
  /** Ends it without running out. */
  stop(): void;
  /** When it runs out, while somebody looks. */
  readonly endsAt: number | undefined;
  /** How long somebody has looked. */
  visibleMs(): number;
}

/**
 * Measures with a clock that nobody can set.
 *
 * @param limitMs - how long may be looked, in milliseconds
 * @param now - the clock that `endsAt` is told by
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
