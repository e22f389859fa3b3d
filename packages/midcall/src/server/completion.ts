import { digest } from "./canonical.js";
import { QuestionError } from "./errors.js";
import { pause } from "./in-time.js";
import { MAX_TIMER_MS, type Settings } from "./options.js";
import type { UrlQuestion } from "./question.js";
import { createRecentNotes } from "./recent-notes.js";

/** How long a finished URL interaction is remembered for a handler that has not asked yet. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** Pause between two looks at `completed()`. */
const POLL_MS = 1000;
/** How long a look that is under way may still take when the time is up. */
const LAST_LOOK_MS = 1000;
/** Interactions whose host can still be told of their end. */
const MAX_NOTICES = 10_000;

/** What tells that an interaction has ended: word of its id, a look now and then, or something that knows. */
export type Ending = Partial<Pick<UrlQuestion, "elicitationId" | "completed" | "ended">>;

/** How long a host can be told of an end. */
export interface Reach {
  /** Aborts when its connection ends. */
  readonly gone: AbortSignal;
  /** Milliseconds after which the end is of no interest any more. Default: an hour. */
  readonly forMs?: number;
}

/** The ends of URL interactions: who waits for them and who is told. */
export interface Completions {
  /**
   * Ties an interaction to the person it is for, so that its end never counts for another.
   *
   * @param forMs How long it can be answered, at most.
   * @throws QuestionError when it is somebody else's.
   */
  claim(elicitationId: string, principal: string | undefined, forMs: number): Promise<void>;
  /** Notes the end of an interaction, wakes whoever waits for it in any process, and tells its host where the revision has a notice. */
  complete(elicitationId: string): Promise<void>;
  /** Sends `notify` when the interaction ends, in whichever process `complete` is called. */
  tell(elicitationId: string, notify: () => Promise<void>, reach: Reach): Promise<void>;
  /**
   * Waits for the end of an interaction. Looks at least once; what does not answer is not waited for.
   *
   * @param until When to give up, in ms since 1970.
   * @param signal Gives up at once.
   */
  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean>;
}

const askerKey = (id: string): string => `midcall:url-asker:${id}`;
const doneKey = (id: string): string => `midcall:url-done:${id}`;

export function createCompletions({ store, now, logger }: Settings): Completions {
  // Apart, so that however many are asked, no end is forgotten for it.
  const claims = store ?? createRecentNotes(now);
  const ends = store ?? createRecentNotes(now);
  const leave = new Map<string, () => void>();

  const isDone = async (id: string): Promise<boolean> =>
    (await ends.get(doneKey(id))) !== undefined;

  /** Waits for word of an id. */
  const hear = async (id: string, signal: AbortSignal): Promise<boolean> => {
    let woken = new AbortController();
    const wake = (): void => woken.abort();
    const unsubscribe = await ends.subscribe(doneKey(id), wake);
    signal.addEventListener("abort", wake);
    try {
      for (;;) {
        woken = new AbortController();
        // Word may come while the store is being read: then the pause is over before it begins.
        const pausing = woken.signal;
        if (await isDone(id)) return true;
        if (signal.aborted) return false;
        await pause(MAX_TIMER_MS, pausing);
      }
    } finally {
      signal.removeEventListener("abort", wake);
      unsubscribe().catch(() => {
        // One listener too many does no harm.
      });
    }
  };

  /** Asks the author's `completed()` now and then. */
  const look = async (completed: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      try {
        if (await completed()) return true;
      } catch (error) {
        logger.warn(`midcall: completed() threw, taken as "not yet": ${String(error)}`);
      }
      if (signal.aborted) return false;
      await pause(POLL_MS, signal);
    }
  };

  /** Follows what knows of the end; begins again when it breaks. */
  const follow = async (
    ended: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> => {
    for (;;) {
      try {
        if (await ended(signal)) return true;
      } catch (error) {
        logger.warn(`midcall: the end of a visit could not be looked for: ${String(error)}`);
      }
      if (signal.aborted) return false;
      await pause(POLL_MS, signal);
    }
  };

  return {
    async claim(id, principal, forMs) {
      const asker = digest(`asker ${principal ?? ""}`);
      if (await claims.putIfAbsent(askerKey(id), asker, { ttlMs: forMs })) return;
      if ((await claims.get(askerKey(id))) === asker) return;
      throw new QuestionError(
        "This elicitationId names another person's interaction. Make it random, and use it once.",
      );
    },

    async complete(id) {
      const asker = await claims.get(askerKey(id));
      await ends.put(doneKey(id), "1", { ttlMs: REMEMBERED_MS });
      // As long as the end is known it is known whose it is.
      if (asker !== undefined) await claims.put(askerKey(id), asker, { ttlMs: REMEMBERED_MS });
      await ends.publish(doneKey(id), "1");
    },

    async tell(id, notify, { gone, forMs = REMEMBERED_MS }) {
      if (leave.has(id) || gone.aborted) return;
      const oldest = leave.size >= MAX_NOTICES ? leave.keys().next().value : undefined;
      if (oldest !== undefined) leave.get(oldest)?.();
      let unsubscribe = async (): Promise<void> => {};
      const forget = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", forget);
        if (leave.get(id) === forget) leave.delete(id);
        unsubscribe().catch(() => {});
      };
      const timer = setTimeout(forget, Math.min(forMs, MAX_TIMER_MS));
      timer.unref();
      gone.addEventListener("abort", forget);
      leave.set(id, forget);
      unsubscribe = await ends
        .subscribe(doneKey(id), () => {
          forget();
          notify().catch((error: unknown) =>
            logger.warn(`midcall: no completion notice for ${id}: ${String(error)}`),
          );
        })
        .catch((error: unknown) => {
          forget();
          throw error;
        });
      // It may have been forgotten meanwhile.
      if (leave.get(id) !== forget) await unsubscribe();
    },

    async wait({ elicitationId: id, completed, ended }, until, signal) {
      const stop = new AbortController();
      const over = new AbortController();
      const giveUp = (): void => stop.abort();
      const timer = setTimeout(giveUp, Math.min(Math.max(0, until - now()), MAX_TIMER_MS));
      signal.addEventListener("abort", giveUp);
      if (signal.aborted) giveUp();
      const sources: Promise<boolean>[] = [];
      if (id !== undefined) sources.push(hear(id, stop.signal));
      if (completed !== undefined) sources.push(look(completed, stop.signal));
      if (ended !== undefined) sources.push(follow(ended, stop.signal));
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
    },
  };
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
