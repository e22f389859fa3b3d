import type { InboxSnapshot } from "../../client/index.js";
import type { ElicitationMessages } from "../messages.js";
import { hostOf } from "./link-host.js";
import { shownName } from "../components/shown-name.js";

/** What has been announced: the servers that are held back, and the ids of completed pages. */
export interface SaidAside {
  held: ReadonlySet<string>;
  completed: ReadonlySet<string>;
}

/** Announcements about questions that are held back, once for each server, and about pages that are completed. */
export function sideNews(
  said: SaidAside,
  { held, links }: Pick<InboxSnapshot, "held" | "links">,
  messages: ElicitationMessages,
): readonly string[] {
  const newlyHeld = held.filter(({ server }) => !said.held.has(server));
  const completed = links.filter(({ state }) => state === "completed");
  const newlyCompleted = completed.filter(({ id }) => !said.completed.has(id));
  said.held = new Set(held.map(({ server }) => server));
  said.completed = new Set(completed.map(({ id }) => id));
  return [
    ...newlyHeld.map(({ server, count, reason }) =>
      messages.held(shownName(server), count, reason),
    ),
    ...newlyCompleted.map(({ link }) => messages.linkCompleted(hostOf(link))),
  ];
}
