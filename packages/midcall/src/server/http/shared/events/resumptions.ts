import { jsonRpcError } from "../../json-rpc-error.js";

/** So many resumptions of one call come at once before they have to wait: clients come back twice, and proxies do not break more. */
const BURST = 20;
/** From then on there is one in so many milliseconds. */
const EVERY_MS = 1_000;
/** The most calls whose resumptions are counted. The one that was resumed the longest time ago is forgotten first. */
const MOST = 10_000;

interface Count {
  /** How many are left at the time `at`, in ms of `performance.now()`. */
  readonly left: number;
  readonly at: number;
  /** The last places in the log, from the first to before the other, that are known to be marks of readers. */
  readonly marks: { from: number; to: number };
}

interface Closable {
  close(): void;
  onEnd(listener: () => void): void;
}

/**
 * The resumptions of calls at one replica. Each takes the stream of its call over from the one before, and writes that into the
 * store, where all others read it: without a limit, many of one call would cost the square of their number.
 */
export class Resumptions {
  readonly #counts = new Map<string, Count>();
  /** The newest reader of each call that is read. */
  readonly #newest = new Map<string, { readonly turn: number; readonly stream: Closable }>();
  #turns = 0;

  /**
   * Counts one more.
   *
   * @param call - names the call and its session
   * @returns its turn, for `replace`; the refusal, when there are too many of this call
   */
  begin(call: string): number | Response {
    const now = performance.now();
    const { left, at, marks } = this.#counts.get(call) ?? {
      ...{ left: BURST, at: now },
      marks: { from: 0, to: 0 },
    };
    const ready = Math.min(BURST, left + (now - at) / EVERY_MS);
    if (ready < 1) return tooMany();
    this.#counts.delete(call);
    this.#counts.set(call, { left: ready - 1, at: now, marks });
    if (this.#counts.size > MOST) this.#counts.delete(this.#counts.keys().next().value!);
    return (this.#turns += 1);
  }

  /** Notes that a place in the log is the mark of a reader, which no later reader has to look at. */
  mark(call: string, place: number): void {
    const marks = this.#counts.get(call)?.marks;
    if (marks === undefined || place < marks.to) return;
    if (place > marks.to) marks.from = place;
    marks.to = place + 1;
  }

  /** The next place in the log that a reader has to look at. */
  skip(call: string, place: number): number {
    const { from, to } = this.#counts.get(call)?.marks ?? { from: 0, to: 0 };
    return from <= place && place < to ? to : place;
  }

  /** Closes the streams of a call at this replica but the one that was asked for last. */
  replace(call: string, turn: number, stream: Closable): void {
    const before = this.#newest.get(call);
    if (before !== undefined && before.turn > turn) return stream.close();
    const newest = { turn, stream };
    this.#newest.set(call, newest);
    stream.onEnd(() => {
      if (this.#newest.get(call) === newest) this.#newest.delete(call);
    });
    before?.stream.close();
  }
}

function tooMany(): Response {
  return jsonRpcError(
    429,
    -32_000,
    "The events of this call were asked for too often. One request for them is enough: its stream stays open. Try again after a second.",
    { "retry-after": String(EVERY_MS / 1_000) },
  );
}
