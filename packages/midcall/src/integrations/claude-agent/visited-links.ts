import type { ClaudeElicitation } from "./types.js";

/** How many links are remembered: more than a user opens in a session. */
const MOST_LINKS = 100;

/** The links that the user has opened and whose pages are not complete yet. */
export interface VisitedLinks {
  add(link: ClaudeElicitation): void;
  /** Aborts when the page of this link is complete; `undefined`: the user has not opened it. */
  completed(link: ClaudeElicitation): AbortSignal | undefined;
  /** Forgets the links of a page that is complete. */
  complete(server: string, elicitationId: string): void;
}

/** Only the same link in the same words is the same: consent to another one is asked for. */
const keyOf = ({ serverName, elicitationId, url, message }: ClaudeElicitation): string =>
  JSON.stringify([serverName, elicitationId, url, message]);

export function createVisitedLinks(): VisitedLinks {
  const links = new Map<
    string,
    { readonly link: ClaudeElicitation; readonly done: AbortController }
  >();
  return {
    add(link) {
      if (link.elicitationId === undefined) return;
      links.set(keyOf(link), { link, done: new AbortController() });
      const [oldest] = links.keys();
      if (links.size > MOST_LINKS) links.delete(oldest!);
    },
    completed: (link) => links.get(keyOf(link))?.done.signal,
    complete(server, elicitationId) {
      for (const [key, { link, done }] of links) {
        if (link.serverName !== server || link.elicitationId !== elicitationId) continue;
        links.delete(key);
        done.abort();
      }
    },
  };
}
