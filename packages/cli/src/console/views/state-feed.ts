import { randomBytes } from "node:crypto";
import type { ConsoleState, Hello } from "./api-types.js";
import type { OpenPages } from "../access/open-pages.js";

/** Parts of the state, each sent as a whole when it has changed. */
export type Slice = keyof ConsoleState;

/** Streams of state to the pages that are open. */
export interface StateFeed {
  /** Part of the state has changed. */
  markChanged(slice: Slice): void;
  /**
   * Sends the state, and then what changes, until `signal` aborts or `write` fails. A slow page gets
   * fewer, larger steps: nothing queues up. Where too many pages are open already, one that shows no
   * question, the oldest of them, is told `paused` and left.
   */
  stream(
    write: (event: string, data: unknown) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Notes that a page of this stream shows a question, or no longer does. */
  setShown(stream: string, question: string, shown: boolean): boolean;
  readonly streams: number;
  close(): void;
}

export interface StateFeedOptions {
  readonly read: { readonly [S in Slice]: () => ConsoleState[S] };
  readonly hello: Omit<Hello, "stream">;
  readonly presence: OpenPages;
  shown(question: string): () => void;
}

/** Pages that are kept up to date at once: a browser has six connections for all of them together. */
export const MOST_STREAMS = 4;
/** A page that reads nothing is not waited for. */
const GOODBYE_MS = 1_000;
const MOST_LOOKS = 200;
/** Nothing is sent faster than a person can see it. */
const PAUSE_MS = 30;
const BEAT_MS = 15_000;

interface Stream {
  readonly dirty: Set<Slice>;
  readonly looks: Map<string, () => void>;
  readonly pausing: AbortController;
  wake(): void;
}

export function createStateFeed({ read, hello, presence, shown }: StateFeedOptions): StateFeed {
  const streams = new Map<string, Stream>();
  const closing = new AbortController();
  const slices = Object.keys(read) as Slice[];

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
    const [id, stream] = open.find(([, { looks }]) => looks.size === 0) ?? open[0]!;
    // Makes room at once, however long it takes to be told.
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
      const stream: Stream = { dirty: new Set(slices), looks: new Map(), pausing, wake: () => {} };
      streams.set(id, stream);
      const leave = presence.add();
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
        for (const hide of stream.looks.values()) hide();
        leave();
      }
    },
    setShown(stream, question, isShown) {
      const looks = streams.get(stream)?.looks;
      if (!looks) return false;
      const hide = (id: string): void => {
        looks.get(id)?.();
        looks.delete(id);
      };
      hide(question);
      if (isShown) looks.set(question, shown(question));
      // The oldest are of questions that are long over.
      if (looks.size > MOST_LOOKS) hide(looks.keys().next().value!);
      return true;
    },
    close: () => closing.abort(),
  };
}
