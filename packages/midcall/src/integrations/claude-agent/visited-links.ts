import type { ClaudeElicitation } from "./types.js";

/** How many links are remembered: more than a user opens in a session. */
const MOST_LINKS = 100;

/** The links that the user has opened and whose pages are not complete yet. */
export interface VisitedLinks {
  add(link: ClaudeElicitation): void;
  has(link: ClaudeElicitation): boolean;
  /** Forgets the links of a page that is complete. */
  complete(server: string, elicitationId: string): void;
}

/** Only the same link in the same words is the same: consent to another one is asked for. */
const keyOf = ({ serverName, elicitationId, url, message }: ClaudeElicitation): string =>
  JSON.stringify([serverName, elicitationId, url, message]);

export function createVisitedLinks(): VisitedLinks {
  const links = new Map<string, ClaudeElicitation>();
  return {
    add(link) {
      if (link.elicitationId === undefined) return;
      links.set(keyOf(link), link);
      const [oldest] = links.keys();
      if (links.size > MOST_LINKS) links.delete(oldest!);
    },
    has: (link) => links.has(keyOf(link)),
    complete(server, elicitationId) {
      for (const [key, link] of links) {
        if (link.serverName === server && link.elicitationId === elicitationId) links.delete(key);
      }
    },
  };
}
