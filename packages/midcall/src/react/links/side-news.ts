import type { InboxSnapshot } from "../../client/index.js";
import type { ElicitationMessages } from "../messages.js";
import { hostOf } from "./link-host.js";
import { shownName } from "../components/shown-name.js";

/**
 * What has been announced: the servers that are held back, the ids of completed pages, and those of questions whose
 * answers are kept.
 */
export interface SaidAside {
  held: ReadonlySet<string>;
  completed: ReadonlySet<string>;
  kept: ReadonlySet<string>;
}

/** Announcements, once each, of what {@link SaidAside} lists. */
export function sideNews(
  said: SaidAside,
  { held, links, showing }: Pick<InboxSnapshot, "held" | "links" | "showing">,
  messages: ElicitationMessages,
): readonly string[] {
  const newlyHeld = held.filter(({ server }) => !said.held.has(server));
  const completed = links.filter(({ state }) => state === "completed");
  const newlyCompleted = completed.filter(({ id }) => !said.completed.has(id));
  const kept = showing.filter((question) => question.kept);
  const newlyKept = kept.some(({ id }) => !said.kept.has(id));
  said.kept = new Set(kept.map(({ id }) => id));
  said.held = new Set(held.map(({ server }) => server));
  said.completed = new Set(completed.map(({ id }) => id));
  return [
    ...newlyHeld.map(({ server, count, reason }) =>
      messages.held(shownName(server), count, reason),
    ),
    ...newlyCompleted.map(({ link }) => messages.linkCompleted(hostOf(link))),
    ...(newlyKept ? [messages.kept] : []),
  ];
}
