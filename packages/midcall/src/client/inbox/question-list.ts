import type { Entry } from "./entry.js";
import { createFairQueue } from "./queue.js";
import type { InboxSnapshot } from "./question.js";

/** The open questions, shown and waiting, with the listeners for changes. */
export interface QuestionList {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The open questions of one server. */
  ofServer(server: string): Entry[];
  /** Adds a question at the end of its server's queue. */
  add(entry: Entry): void;
  /** Removes a question. */
  remove(entry: Entry): void;
  /** Removes a question from the queue, so that it is not shown. It stays open. */
  hold(entry: Entry): void;
  /** Shows as many questions as the policy allows, and notifies the listeners. */
  advance(): void;
  /** Replaces properties of a question's view, and notifies the listeners. */
  change(entry: Entry, part: object): void;
  subscribe(listener: () => void): () => void;
  getSnapshot(): InboxSnapshot;
}

/**
 * @param concurrent - how many questions are shown at once
 * @param onShow - called with every shown question, each time the list advances
 */
export function createQuestionList(
  concurrent: number,
  onShow: (entry: Entry) => void,
  report: (error: unknown) => void,
): QuestionList {
  const waiting = createFairQueue<Entry>();
  const showing = new Set<Entry>();
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let snapshot: InboxSnapshot | undefined;

  const notify = (): void => {
    snapshot = undefined;
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        report(error);
      }
    }
  };
  return {
    entries,
    ofServer: (server) => [...entries.values()].filter((entry) => entry.server === server),
    add(entry) {
      entries.set(entry.view.id, entry);
      waiting.add(entry);
    },
    remove(entry) {
      entries.delete(entry.view.id);
      if (!waiting.remove(entry)) showing.delete(entry);
    },
    hold: waiting.remove,
    advance() {
      while (showing.size < concurrent) {
        const entry = waiting.next();
        if (!entry) break;
        showing.add(entry);
      }
      showing.forEach(onShow);
      notify();
    },
    change(entry, part) {
      entry.view = { ...entry.view, ...part };
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () =>
      (snapshot ??= {
        showing: Array.from(showing, ({ view }) => view),
        waiting: waiting.list().map(({ view }) => view),
        held: [],
        links: [],
      }),
  };
}
