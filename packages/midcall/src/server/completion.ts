import { digest } from "./canonical.js";
import { QuestionError } from "./errors.js";
import type { Settings } from "./options.js";
import type { UrlQuestion } from "./question.js";

/** How long a finished URL interaction is remembered for a handler that has not asked yet. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** Pause between two looks at `completed()`. */
const POLL_MS = 1000;
/** Interactions whose host can still be told of their end. */
const MAX_NOTICES = 10_000;

/** What tells that an interaction has ended: word of its id, a look now and then, or something that knows. */
export type Ending = Partial<Pick<UrlQuestion, "elicitationId" | "completed" | "ended">>;

/** The ends of URL interactions: who waits for them and who is told. */
export interface Completions {
  /**
   * Ties an interaction to the person it is for, so that its end never counts for another.
   *
   * @throws QuestionError when it is somebody else's.
   */
  claim(elicitationId: string, principal: string | undefined): Promise<void>;
  /** Notes the end of an interaction, wakes whoever waits for it in any process, and tells its host where the revision has a notice. */
  complete(elicitationId: string): Promise<void>;
  /** Sends `notify` when the interaction ends, in whichever process `complete` is called. */
  tell(elicitationId: string, notify: () => Promise<void>): Promise<void>;
  /**
   * Waits for the end of an interaction.
   *
   * @param until When to give up, in ms since 1970.
   * @param signal Gives up at once.
   */
  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean>;
}

/** How long an interaction belongs to the person it was first for. */
const CLAIMED_MS = 24 * 60 * 60 * 1000;

const askerKey = (id: string): string => `midcall:url-asker:${id}`;
const doneKey = (id: string): string => `midcall:url-done:${id}`;

export function createCompletions({ notes, now, logger }: Settings): Completions {
  const leave = new Map<string, () => Promise<void>>();

  const forget = async (id: string): Promise<void> => {
    const unsubscribe = leave.get(id);
    leave.delete(id);
    await unsubscribe?.();
  };

  const hasEnded = async (completed: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await completed();
    } catch (error) {
      logger.warn(`midcall: completed() threw, taken as "not yet": ${String(error)}`);
      return false;
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
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return {
    async claim(id, principal) {
      const asker = digest(`asker ${principal ?? ""}`);
      if (await notes.putIfAbsent(askerKey(id), asker, { ttlMs: CLAIMED_MS })) return;
      if ((await notes.get(askerKey(id))) === asker) return;
      throw new QuestionError(
        "This elicitationId names another person's interaction. Make it random, and use it once.",
      );
    },

    async complete(id) {
      await notes.put(doneKey(id), "1", { ttlMs: REMEMBERED_MS });
      await notes.publish(doneKey(id), "1");
    },

    async tell(id, notify) {
      if (leave.has(id)) return;
      const oldest = leave.size >= MAX_NOTICES ? leave.keys().next().value : undefined;
      if (oldest !== undefined) await forget(oldest);
      leave.set(id, async () => {});
      const unsubscribe = await notes.subscribe(doneKey(id), () => {
        void forget(id);
        notify().catch((error: unknown) =>
          logger.warn(`midcall: no completion notice for ${id}: ${String(error)}`),
        );
      });
      leave.set(id, unsubscribe);
    },

    async wait({ elicitationId: id, completed, ended }, until, signal) {
      let woken = false;
      let over = false;
      let resume: () => void = () => {};
      // Word may come while the store is being read: then there is no sleep to end yet, but none to begin either.
      const wake = (): void => {
        woken = true;
        resume();
      };
      const unsubscribe = id === undefined ? undefined : await notes.subscribe(doneKey(id), wake);
      const stop = new AbortController();
      const following = ended === undefined ? undefined : follow(ended, stop.signal);
      void following?.then((isOver) => {
        over = isOver;
        wake();
      });
      signal.addEventListener("abort", wake);
      try {
        for (;;) {
          woken = false;
          if (over) return true;
          if (id !== undefined && (await notes.get(doneKey(id))) !== undefined) return true;
          if (completed !== undefined && (await hasEnded(completed))) return true;
          const left = until - now();
          if (signal.aborted || left <= 0) {
            stop.abort();
            // It has looked at least once by then.
            return (await following) ?? false;
          }
          await new Promise<void>((resolve) => {
            const timer = setTimeout(
              resolve,
              completed === undefined ? left : Math.min(left, POLL_MS),
            );
            resume = () => {
              clearTimeout(timer);
              resolve();
            };
            if (woken || signal.aborted) resume();
          });
        }
      } finally {
        signal.removeEventListener("abort", wake);
        stop.abort();
        await unsubscribe?.();
      }
    },
  };
}
