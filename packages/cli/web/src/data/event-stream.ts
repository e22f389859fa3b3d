import { EndedError, type Exchange } from "./exchange.js";

/** Receives the events of the console. */
export interface StreamListener {
  event(name: string, data: unknown): void;
  /**
   * The stream ended. `lost`: it is retried. `paused`: too many pages are open; it is retried when the user returns
   * to this one. `refused`: another program answers, so the one that served this page has ended; it is not retried.
   */
  ended(how: "lost" | "paused" | "refused"): void;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
/** The console sends an event at least every 15 seconds. */
const SILENCE_MS = 40_000;

/** Reads the events, and reconnects as needed, until the returned function is called. */
export function openStream(exchange: Exchange, listener: StreamListener): () => void {
  const closing = new AbortController();
  void keepReading(exchange, listener, closing.signal);
  return () => closing.abort();
}

async function keepReading(
  exchange: Exchange,
  listener: StreamListener,
  closing: AbortSignal,
): Promise<void> {
  for (
    let pause = FIRST_PAUSE_MS;
    !closing.aborted;
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  ) {
    try {
      let isPaused = false;
      await readOnce(exchange, closing, (name, data) => {
        pause = FIRST_PAUSE_MS;
        if (name === "paused") isPaused = true;
        else listener.event(name, data);
      });
      if (isPaused) {
        listener.ended("paused");
        await untilUsed(closing);
        continue;
      }
    } catch (error) {
      if (error instanceof EndedError) return listener.ended("refused");
      // Any other error is retried.
    }
    if (closing.aborted) return;
    listener.ended("lost");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Resolves when the user returns to this page. */
function untilUsed(closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    const done = (): void => {
      over.abort();
      resolve();
    };
    for (const event of ["focus", "pointerdown", "keydown"])
      addEventListener(event, done, { signal });
    const look = (): void => void (document.visibilityState === "visible" && done());
    document.addEventListener("visibilitychange", look, { signal });
    closing.addEventListener("abort", done, { signal });
  });
}

async function readOnce(
  exchange: Exchange,
  closing: AbortSignal,
  onEvent: StreamListener["event"],
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const hear = (name: string, data: unknown): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
    onEvent(name, data);
  };
  try {
    await exchange.listen(hear, AbortSignal.any([closing, silence.signal]));
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
