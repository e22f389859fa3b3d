import type { Inbox } from "../client/inbox/types.js";
import type { OpenQuestion } from "../client/inbox/question.js";

/** The question on the screen, kept up to date. */
export interface ShownQuestion {
  readonly id: string;
  /** The current state of the question; the last one if it is over. */
  readonly view: OpenQuestion;
  /** Aborted when the question is over, whether it was answered here or not. */
  readonly signal: AbortSignal;
  /** Runs a function with a signal that is aborted when `ends` becomes true or the question is over. */
  during<T>(ends: (view: OpenQuestion) => boolean, run: (signal: AbortSignal) => T): T;
  /** Resolves when `ends` becomes true or the question is over. */
  until(ends: (view: OpenQuestion) => boolean): Promise<void>;
  /** Reads the question from the inbox again. */
  update(): void;
  /** Marks the question as over. */
  end(): void;
  /** Removes the question from the screen. It stays open. */
  hide(): void;
  readonly hidden: boolean;
}

export function createShownQuestion(inbox: Inbox, first: OpenQuestion): ShownQuestion {
  const over = new AbortController();
  const watchers = new Set<() => void>();
  const { id } = first;
  let view = first;
  let taken = false;
  const during: ShownQuestion["during"] = (ends, run) => {
    const reached = new AbortController();
    const look = (): void => {
      if (!over.signal.aborted && !ends(view)) return;
      watchers.delete(look);
      reached.abort();
    };
    watchers.add(look);
    look();
    const result = run(reached.signal);
    if (result instanceof Promise) result.finally(() => watchers.delete(look)).catch(() => {});
    else watchers.delete(look);
    return result;
  };
  const tell = (): void => [...watchers].forEach((look) => look());
  const end = (): void => {
    over.abort();
    tell();
  };
  return {
    id,
    get view() {
      return view;
    },
    signal: over.signal,
    during,
    until: (ends) =>
      during(
        ends,
        (reached) =>
          new Promise((resolve) => {
            if (reached.aborted) resolve();
            else reached.addEventListener("abort", () => resolve(), { once: true });
          }),
      ),
    update() {
      const next = inbox.getSnapshot().showing.find((question) => question.id === id);
      if (next === view) return;
      if (!next) return end();
      view = next;
      tell();
    },
    end,
    hide() {
      taken = true;
      end();
    },
    get hidden() {
      return taken;
    },
  };
}
