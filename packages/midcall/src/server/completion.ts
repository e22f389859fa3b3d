import { OptionError } from "../errors.js";
import { QuestionError } from "./errors.js";
import { pause } from "./in-time.js";
import { MAX_TIMER_MS, type Settings } from "./options.js";
import type { UrlQuestion } from "./question.js";
import { createRecentNotes, type Notes } from "./recent-notes.js";

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

/** Who asked for an interaction, and whom its end counts for. */
export interface Asker {
  /** The server's name. */
  readonly server: string;
  readonly principal: string | undefined;
}

/** The ends of the URL interactions that one server has with one person: who waits for them and who is told. */
export interface Completions {
  /**
   * Ties an interaction to the person it is for, so that its end never counts for another.
   *
   * @param forMs How long it can be answered, at most.
   * @throws QuestionError when it is somebody else's.
   */
  claim(elicitationId: string, forMs: number): Promise<void>;
  /** Notes the end of an interaction of this person, wakes whoever waits for it in any process, and tells its host where the revision has a notice. */
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

/** Whom an end is noted for by somebody other than the asker. */
export interface CompleteOptions {
  /**
   * The person whose interaction has ended, as `principal` names them. Pass it where it is known: the end then counts
   * for nobody else, also if it comes before the question is asked. Without it the end is that of whoever was asked.
   */
  readonly principal?: string;
}

/** The ends of all URL interactions of one program. */
export interface AllCompletions {
  /** @throws OptionError when the person named is no text */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
  of(asker: Asker): Completions;
}

/** What a claim and an end say. A member left out: not known; an end without `p` came before anybody was asked. */
interface Owner {
  readonly s?: string;
  readonly p?: string | null;
}

const askerKey = (id: string): string => `midcall:url-asker:${id}`;
const doneKey = (id: string): string => `midcall:url-done:${id}`;
const ownerOf = ({ server, principal }: Asker): Owner => ({ s: server, p: principal ?? null });

export function createCompletions(settings: Settings): AllCompletions {
  const { store, now, logger, sealer } = settings;
  // Apart, so that however many are asked, no end is forgotten for it.
  const claims = store ?? createRecentNotes(now);
  const ends = store ?? createRecentNotes(now);
  const leave = new Map<string, () => void>();
  let toldOfEarly = false;

  const seal = (owner: Owner, key: string): string => sealer.seal(JSON.stringify(owner), key);
  /** Who a record names; `"nobody"` for one that was not written here, for this id. */
  const read = async (
    notes: Pick<Notes, "get">,
    key: string,
  ): Promise<Owner | "nobody" | undefined> => {
    const sealed = await notes.get(key);
    if (sealed === undefined) return undefined;
    try {
      return JSON.parse(sealer.open(sealed, key)) as Owner;
    } catch {
      return "nobody";
    }
  };

  const finish = async (id: string, given?: Owner): Promise<void> => {
    const asked = await read(claims, askerKey(id));
    const owner = given ?? (asked === "nobody" ? {} : (asked ?? {}));
    if (owner.p === undefined && !toldOfEarly) {
      toldOfEarly = true;
      logger.warn(
        "midcall: complete() was called for an interaction that nobody has been asked for, so its end counts for nobody who " +
          "is asked later. Pass { principal } where you know whose it is. Told once.",
      );
    }
    const onBehalf = owner.p === undefined ? {} : { owner: owner.p ?? "" };
    const lifetime = { ttlMs: REMEMBERED_MS, ...onBehalf };
    await ends.put(doneKey(id), seal(owner, doneKey(id)), lifetime);
    // As long as the end is known it is known whose it is.
    if (owner.s !== undefined) await claims.put(askerKey(id), seal(owner, askerKey(id)), lifetime);
    await ends.publish(doneKey(id), "1");
  };

  return {
    async complete(id, { principal } = {}) {
      if (principal !== undefined && (typeof principal !== "string" || principal === "")) {
        throw new OptionError("principal must be the name of a person, or left out.");
      }
      const { serverName: s } = settings;
      await finish(
        id,
        principal === undefined ? undefined : { ...(s !== undefined && { s }), p: principal },
      );
    },
    of: (asker) => completionsOf(asker),
  };

  function completionsOf(asker: Asker): Completions {
    const mine = ownerOf(asker);
    const isMine = (owner: Owner | "nobody" | undefined): boolean =>
      typeof owner === "object" &&
      owner.p === mine.p &&
      (owner.s === undefined || owner.s === mine.s);

    /** Whether it is ours from here on. @returns `"new"` where nobody had it */
    const take = async (id: string, forMs: number): Promise<"new" | "ours" | "another's"> => {
      const lifetime = { ttlMs: forMs, owner: asker.principal ?? "" };
      const sealed = seal(mine, askerKey(id));
      if (await claims.putIfAbsent(askerKey(id), sealed, lifetime)) return "new";
      if (isMine(await read(claims, askerKey(id)))) return "ours";
      // Whom the server itself has named goes before whoever was faster.
      if (!isMine(await read(ends, doneKey(id)))) return "another's";
      await claims.put(askerKey(id), sealed, lifetime);
      return "ours";
    };

    /** @param early Whether an end counts that came before it was known whose it is. */
    const isDone = async (id: string, early: boolean): Promise<boolean> => {
      const owner = await read(ends, doneKey(id));
      return isMine(owner) || (early && typeof owner === "object" && owner.p === undefined);
    };

    /** Waits for word of an id. */
    const hear = async (id: string, until: number, signal: AbortSignal): Promise<boolean> => {
      // The question was asked earlier, in a call that goes on here. Where the claim of then is forgotten, with the process
      // that had it, an end that came meanwhile could not be told whose it is.
      const taken = await take(id, Math.max(1, until - now()) + settings.stateTtlMs);
      if (taken === "another's") {
        await pause(MAX_TIMER_MS, signal);
        return false;
      }
      const early = taken === "new";
      let woken = new AbortController();
      const wake = (): void => woken.abort();
      const unsubscribe = await ends.subscribe(doneKey(id), wake);
      signal.addEventListener("abort", wake);
      try {
        for (;;) {
          woken = new AbortController();
          // Word may come while the store is being read: then the pause is over before it begins.
          const pausing = woken.signal;
          if (await isDone(id, early)) return true;
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
    const look = async (
      completed: () => Promise<boolean>,
      signal: AbortSignal,
    ): Promise<boolean> => {
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
      async claim(id, forMs) {
        if ((await take(id, forMs)) !== "another's") return;
        throw new QuestionError(
          "This elicitationId names another person's interaction. Make it random, and use it once.",
        );
      },

      complete: (id) => finish(id, mine),

      async tell(id, notify, { gone, forMs = REMEMBERED_MS }) {
        const name = JSON.stringify([id, mine.s, mine.p]);
        if (leave.has(name) || gone.aborted) return;
        const oldest = leave.size >= MAX_NOTICES ? leave.keys().next().value : undefined;
        if (oldest !== undefined) leave.get(oldest)?.();
        let unsubscribe = async (): Promise<void> => {};
        const forget = (): void => {
          clearTimeout(timer);
          gone.removeEventListener("abort", forget);
          if (leave.get(name) === forget) leave.delete(name);
          unsubscribe().catch(() => {});
        };
        const timer = setTimeout(forget, Math.min(forMs, MAX_TIMER_MS));
        timer.unref();
        gone.addEventListener("abort", forget);
        leave.set(name, forget);
        unsubscribe = await ends
          .subscribe(doneKey(id), () => {
            // Whoever can publish has not ended anything by it.
            const told = isDone(id, false).then(async (done) => {
              if (!done || leave.get(name) !== forget) return;
              forget();
              await notify();
            });
            told.catch((error: unknown) =>
              logger.warn(`midcall: no completion notice for ${id}: ${String(error)}`),
            );
          })
          .catch((error: unknown) => {
            forget();
            throw error;
          });
        // It may have been forgotten meanwhile.
        if (leave.get(name) !== forget) await unsubscribe();
      },

      async wait({ elicitationId: id, completed, ended }, until, signal) {
        const stop = new AbortController();
        const over = new AbortController();
        const giveUp = (): void => stop.abort();
        const timer = setTimeout(giveUp, Math.min(Math.max(0, until - now()), MAX_TIMER_MS));
        signal.addEventListener("abort", giveUp);
        if (signal.aborted) giveUp();
        const sources: Promise<boolean>[] = [];
        if (id !== undefined) sources.push(hear(id, until, stop.signal));
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
