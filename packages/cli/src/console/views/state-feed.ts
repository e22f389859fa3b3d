import { randomBytes } from "node:crypto";
import type { ConsoleState, Hello } from "./api-types.js";
import type { OpenPages } from "../access/open-pages.js";

/** A part of the state; it is sent as a whole when it has changed. */
export type Slice = keyof ConsoleState;

/** Streams the state to the open pages. */
export interface StateFeed {
  /** Must be called when a part of the state has changed. */
  markChanged(slice: Slice): void;
  /**
   * Sends the state, and then each change, until `signal` aborts or `write` fails. Changes for a slow page are
   * merged instead of queued. If too many pages are open, the oldest one that shows no question receives
   * `paused`, and its stream ends.
   */
  stream(
    write: (event: string, data: unknown) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Records whether the page of a stream shows a question. @returns whether the stream exists */
  setShown(stream: string, question: string, shown: boolean): boolean;
  readonly streams: number;
  close(): void;
}

/** Options of {@link createStateFeed}. */
export interface StateFeedOptions {
  readonly read: { readonly [S in Slice]: () => ConsoleState[S] };
  readonly hello: Omit<Hello, "stream">;
  readonly openPages: OpenPages;
  markShown(question: string): () => void;
}

/** How many pages receive updates at once: a browser has six connections for all of them. */
export const MOST_STREAMS = 4;
/** How long to wait for a page that does not read. */
const GOODBYE_MS = 1_000;
const MOST_SHOWN = 200;
/** The minimum time between two updates. */
const PAUSE_MS = 30;
const BEAT_MS = 15_000;

interface Stream {
  readonly dirty: Set<Slice>;
  readonly shown: Map<string, () => void>;
  readonly pausing: AbortController;
  wake(): void;
}

/** Creates a feed without streams. */
export function createStateFeed({
  read,
  hello,
  openPages,
  markShown,
}: StateFeedOptions): StateFeed {
  const streams = new Map<string, Stream>();
  const closing = new AbortController();
  const slices = Object.keys(read) as Slice[];

  /** Waits until the time is up, `stop` aborts or, given a stream, something has changed. */
  const wait = (ms: number, stop: AbortSignal, stream?: Stream): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stop.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      stop.addEventListener("abort", done);
      if (stream) stream.wake = done;
      if (stop.aborted || (stream && stream.dirty.size > 0)) done();
    });

  const pauseOne = (): void => {
    const open = [...streams];
    const [id, stream] = open.find(([, { shown }]) => shown.size === 0) ?? open[0]!;
    // Makes room at once, even if the page is slow to receive the event.
    streams.delete(id);
    stream.pausing.abort();
  };

  return {
    get streams() {
      return streams.size;
    },
    markChanged(slice) {
      for (const stream of streams.values()) {
        stream.dirty.add(slice);
        stream.wake();
      }
    },
    async stream(write, signal) {
      if (streams.size >= MOST_STREAMS) pauseOne();
      const id = randomBytes(9).toString("base64url");
      const pausing = new AbortController();
      const stop = AbortSignal.any([signal, closing.signal, pausing.signal]);
      const stream: Stream = { dirty: new Set(slices), shown: new Map(), pausing, wake: () => {} };
      streams.set(id, stream);
      const leave = openPages.add();
      try {
        await write("hello", { stream: id, ...hello } satisfies Hello);
        while (!stop.aborted) {
          const changed = [...stream.dirty];
          stream.dirty.clear();
          if (changed.length === 0) await write("beat", {});
          else {
            const part = Object.fromEntries(changed.map((slice) => [slice, read[slice]()]));
            await write("state", part);
            await wait(PAUSE_MS, stop);
          }
          await wait(BEAT_MS, stop, stream);
        }
        if (pausing.signal.aborted) {
          await Promise.race([write("paused", {}), wait(GOODBYE_MS, signal)]);
        }
      } finally {
        streams.delete(id);
        for (const hide of stream.shown.values()) hide();
        leave();
      }
    },
    setShown(stream, question, isShown) {
      const shown = streams.get(stream)?.shown;
      if (!shown) return false;
      const hide = (id: string): void => {
        shown.get(id)?.();
        shown.delete(id);
      };
      hide(question);
      if (isShown) shown.set(question, markShown(question));
      // The oldest entries are questions that have ended.
      if (shown.size > MOST_SHOWN) hide(shown.keys().next().value!);
      return true;
    },
    close: () => closing.abort(),
  };
}
