import { cannotAsk } from "../attach/results.js";
import type { Entry } from "./entry.js";
import { createFairQueue } from "./queue.js";
import type { HeldQuestions, InboxSnapshot } from "./question.js";

/** The open questions, shown and waiting, with the listeners for changes. */
export interface QuestionList {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The open questions of one server. */
  ofServer(server: string): Entry[];
  /** Adds a question, at the end of its server's queue unless it is held back. */
  add(entry: Entry): void;
  /** Moves the held questions of a server to its queue. */
  release(server: string): void;
  /** Ends the held questions of a server: no user was asked. */
  refuse(server: string): void;
  /** Removes a question. */
  remove(entry: Entry): void;
  /** Removes a question from the queue, so that it is not shown. It stays open. */
  hold(entry: Entry): void;
  /** Shows as many questions as the policy allows, and notifies the listeners. */
  advance(): void;
  /** Replaces properties of a question's view, and notifies the listeners. */
  change(entry: Entry, part: object): void;
  /** Notifies the listeners of a change outside of the questions. */
  notify(): void;
  subscribe(listener: () => void): () => void;
  getSnapshot(): InboxSnapshot;
}

/**
 * @param concurrent - how many questions are shown at once
 * @param onShow - called with every shown question, each time the list advances
 * @param links - the opened pages, which are part of the snapshot
 */
export function createQuestionList(
  concurrent: number,
  onShow: (entry: Entry) => void,
  links: () => InboxSnapshot["links"],
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
  const ofServer = (server: string): Entry[] =>
    [...entries.values()].filter((entry) => entry.server === server);
  return {
    entries,
    ofServer,
    add(entry) {
      entries.set(entry.view.id, entry);
      if (!entry.held) waiting.add(entry);
    },
    release(server) {
      for (const entry of ofServer(server)) {
        if (entry.held) waiting.add(entry);
        entry.held = undefined;
      }
    },
    refuse(server) {
      for (const { held, finish } of ofServer(server)) if (held) finish(cannotAsk(held), "ui");
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
    notify,
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
        held: heldByServer(entries.values()),
        links: links(),
      }),
  };
}

/** The held questions, one item for each server. */
function heldByServer(entries: Iterable<Entry>): HeldQuestions[] {
  const found = new Map<string, HeldQuestions>();
  for (const { server, held: reason } of entries) {
    if (!reason) continue;
    const first = found.get(server) ?? { server, count: 0, reason };
    found.set(server, { ...first, count: first.count + 1 });
  }
  return [...found.values()];
}
