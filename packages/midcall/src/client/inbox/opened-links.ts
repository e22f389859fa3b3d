import type { OpenedLink, UrlQuestion } from "./question.js";
import type { Entry } from "./entry.js";

/** The pages that the user has opened. */
export interface OpenedLinks {
  list(): readonly OpenedLink[];
  find(id: string): OpenedLink | undefined;
  /** Adds the page of a question. It is removed when the call ends. */
  add(question: UrlQuestion, asked: AskedLink): void;
  /** Marks the pages with this id as completed. @param serverId - see `complete` of the inbox */
  complete(server: string, elicitationId: string, serverId?: unknown): void;
  remove(id: string): void;
  /** Stops the call that a page was opened for. */
  stop(id: string): void;
}

/** What is known of the question that asked to open a page. */
type AskedLink = Pick<Entry, "elicitationId" | "serverId" | "run">;

interface Known extends AskedLink {
  link: OpenedLink;
}

/** More than a user has open; the oldest ones are dropped. */
const MOST_LINKS = 20;

/**
 * @param now - the clock, in milliseconds since 1970
 * @param onChange - called after every change
 */
export function createOpenedLinks(now: () => number, onChange: () => void): OpenedLinks {
  const known = new Map<string, Known>();
  let list: readonly OpenedLink[] = [];
  const changed = (): void => {
    list = Array.from(known.values(), ({ link }) => link);
    onChange();
  };
  const remove = (id: string): void => {
    if (known.delete(id)) changed();
  };
  return {
    list: () => list,
    find: (id) => known.get(id)?.link,
    add({ id, server, call, message, code, link }, { elicitationId, serverId, run }) {
      if (run?.ended.aborted) return;
      // The same page, opened for another question of the server, replaces the earlier item.
      for (const [other, { link: opened }] of known) {
        if (opened.server === server && opened.link.url === link.url) known.delete(other);
      }
      const canStop = run?.stop !== undefined;
      const about = { id, server, call, message, code, link, canStop };
      const opened: OpenedLink = { ...about, openedAt: now(), state: "open" };
      known.set(id, { link: opened, elicitationId, serverId, run });
      if (known.size > MOST_LINKS) known.delete(known.keys().next().value!);
      run?.ended.addEventListener("abort", () => remove(id), { once: true });
      changed();
    },
    complete(server, elicitationId, serverId) {
      for (const one of known.values()) {
        if (one.link.server !== server || one.elicitationId !== elicitationId) continue;
        if (serverId !== undefined && one.serverId !== serverId) continue;
        one.link = { ...one.link, state: "completed" };
        changed();
      }
    },
    remove,
    stop: (id) => known.get(id)?.run?.stop?.(),
  };
}
