import { cannotAsk } from "midcall/client";
import type { Ending } from "../relay/asker.js";
import { type Members, membersIn } from "../wire/messages.js";
import { KEPT_MS, type KeptAnswer, type KeptAnswers } from "./kept-answers.js";
import { type DeskQuestion, keyOf } from "./question.js";
import { showKept } from "./shown-answer.js";

/** Asks the user, and resolves with the result of `elicitation/create`. */
export type AskUser = (
  question: DeskQuestion,
  signals: {
    /** Withdraws the question. */
    readonly signal: AbortSignal;
    /** Aborts when nobody waits for the answer any more, and it is kept. */
    readonly kept: AbortSignal;
  },
) => Promise<Members>;

/** A question that stays open although nobody waits for its answer. */
interface Left {
  /** Gives the answer to the caller that asks the same again; `undefined`: none has yet. */
  claim: ((answer: Members) => void) | undefined;
}

export interface LateAnswersParts {
  readonly askUser: AskUser;
  readonly kept: KeptAnswers;
  readonly onError: (error: unknown) => void;
}

const WITHDRAWN = cannotAsk("withdrawn") as unknown as Members;

/**
 * Asks questions whose callers may give up before the user answers. The question then stays open, and its answer is used
 * when exactly the same call asks exactly the same again: at once if it was given before, and else when it is given. It
 * is used once.
 */
export class LateAnswers {
  readonly #parts: LateAnswersParts;
  readonly #left = new Map<string, Left>();

  constructor(parts: LateAnswersParts) {
    this.#parts = parts;
  }

  async ask(question: DeskQuestion, signal: AbortSignal): Promise<Members> {
    if (signal.aborted) return WITHDRAWN;
    const key = keyOf(question);
    if (key !== undefined) {
      const left = this.#left.get(key);
      if (left !== undefined && left.claim === undefined) return this.#claim(left, signal);
      const kept = await this.#take(key);
      if (kept !== undefined && !signal.aborted) {
        this.#parts.kept.record("used", kept);
        return kept.answer;
      }
      // Its caller has given up in the meantime: it is for the next one.
      if (kept !== undefined) void this.#put(key, kept);
    }
    if (signal.aborted) return WITHDRAWN;
    return this.#askUser(question, key, signal);
  }

  /** Waits for the answer to a question that is still open. */
  #claim(left: Left, signal: AbortSignal): Promise<Members> {
    return new Promise((resolve) => {
      const claim = (answer: Members): void => {
        signal.removeEventListener("abort", leave);
        resolve(answer);
      };
      const leave = (): void => {
        // It stays open for the next time.
        if (left.claim === claim) left.claim = undefined;
        resolve(WITHDRAWN);
      };
      left.claim = claim;
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #askUser(question: DeskQuestion, key: string | undefined, signal: AbortSignal): Promise<Members> {
    const over = new AbortController();
    const kept = new AbortController();
    const left: Left = { claim: undefined };
    return new Promise((resolve) => {
      let late: NodeJS.Timeout | undefined;
      const abandoned = (): void => {
        const why = signal.reason as Ending;
        resolve(WITHDRAWN);
        if (why !== "gave-up" || key === undefined || this.#left.has(key)) return over.abort();
        this.#left.set(key, left);
        kept.abort();
        late = setTimeout(() => over.abort(), KEPT_MS);
        late.unref();
      };
      signal.addEventListener("abort", abandoned, { once: true });
      void this.#parts
        .askUser(question, { signal: over.signal, kept: kept.signal })
        .catch((error: unknown) => {
          this.#parts.onError(error);
          return cannotAsk("error") as unknown as Members;
        })
        .then((answer) => {
          clearTimeout(late);
          signal.removeEventListener("abort", abandoned);
          if (!kept.signal.aborted) return this.#answered(key, answer).then(resolve);
          this.#left.delete(key!);
          this.#late(key!, left, question, answer);
        });
    });
  }

  /** An answer that reaches its caller. What was kept for the same question before is not what the user says now. */
  async #answered(key: string | undefined, answer: Members): Promise<Members> {
    const older = key === undefined ? undefined : await this.#take(key);
    if (older !== undefined) this.#parts.kept.record("withdrawn", older);
    return answer;
  }

  /** An answer for which its caller has not waited. */
  #late(key: string, { claim }: Left, question: DeskQuestion, answer: Members): void {
    if (claim !== undefined) return claim(answer);
    // What the user has not decided is not kept.
    if (membersIn(answer, "content")?.["midcall/cannotAsk"] !== undefined) return;
    const asked = String(question.params["message"]);
    const shown = showKept(question, answer);
    const kept = { answer, until: Date.now() + KEPT_MS, shown, asked };
    void this.#put(key, kept).then((isKept) => isKept && this.#parts.kept.record("stored", kept));
  }

  /** @returns whether it is kept */
  #put(key: string, kept: KeptAnswer): Promise<boolean> {
    return this.#parts.kept.put(key, kept).then(
      () => true,
      (error: unknown) => (this.#parts.onError(error), false),
    );
  }

  /** Without its file, an answer is asked for once more. */
  #take(key: string): Promise<KeptAnswer | undefined> {
    return this.#parts.kept.take(key).catch((error: unknown) => {
      this.#parts.onError(error);
      return undefined;
    });
  }
}
