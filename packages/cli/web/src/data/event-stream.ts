/** Receives the events of the console. */
export interface StreamListener {
  event(name: string, data: unknown): void;
  /**
   * The stream ended. `lost`: it is retried. `paused`: too many pages are open; it is retried when the user returns
   * to this one. `refused`: the token is wrong, and it is not retried.
   */
  ended(how: "lost" | "paused" | "refused"): void;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
/** The console sends an event at least every 15 seconds. */
const SILENCE_MS = 40_000;

/** Reads the events, and reconnects as needed, until the returned function is called. */
export function openStream(token: string, listener: StreamListener): () => void {
  const closing = new AbortController();
  void keepReading(token, listener, closing.signal);
  return () => closing.abort();
}

async function keepReading(
  token: string,
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
      const refused = await readOnce(token, closing, (name, data) => {
        pause = FIRST_PAUSE_MS;
        if (name === "paused") isPaused = true;
        else listener.event(name, data);
      });
      if (refused) return listener.ended("refused");
      if (isPaused) {
        listener.ended("paused");
        await untilUsed(closing);
        continue;
      }
    } catch {
      // Any error is retried.
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
  token: string,
  closing: AbortSignal,
  onEvent: StreamListener["event"],
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([closing, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch("/api/events", { headers, signal });
    if (response.status === 403) return true;
    if (!response.ok || !response.body) throw new Error(String(response.status));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      text += value;
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const [, name, data] = /^event: (\w+)\ndata: ([^]*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (name !== undefined) onEvent(name, JSON.parse(data ?? "null"));
      }
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
