import { createInbox, type Inbox } from "midcall/client";
import type { MemorySink } from "midcall/audit";
import { createOpenPages, type OpenPages } from "../../console/access/open-pages.js";
import { createAuditLog } from "../../console/audit-log.js";
import { openInboxPersistence } from "../../console/calls/inbox-persistence.js";
import { type Drafts, openDrafts } from "../../console/drafts/drafts.js";
import { openStateDir } from "../../console/state-dir.js";
import { createStateFeed, type Slice, type StateFeed } from "../../console/views/state-feed.js";
import { toQuestionsView } from "../../console/views/question-views.js";
import { waitAtMost } from "../../timing.js";
import { VERSION } from "../../version.js";
import { createKeptAnswers } from "./kept-answers.js";
import { type KeptShelf, openKeptShelf } from "./kept-shelf.js";

/** The parts of the desk: what is needed to show questions and to answer them. It has no servers, and calls nothing. */
export interface DeskParts {
  readonly inbox: Inbox;
  readonly drafts: Drafts;
  readonly audit: MemorySink;
  readonly feed: StateFeed;
  readonly openPages: OpenPages;
  readonly kept: KeptShelf;
  /** Ends the pages and writes all files. */
  close(closeListener: () => Promise<void>): Promise<void>;
}

/** A page that was closed may be opened again for so long before another one is opened for the next question. */
const GRACE_MS = 5_000;
const CLOSE_MS = 4_000;

/** @param folder - of the bridge, for the user only @throws ConsoleError when it cannot be used */
export async function createDeskParts(
  folder: string,
  onError: (error: unknown) => void,
): Promise<DeskParts> {
  const state = await openStateDir(folder);
  const persistence = await openInboxPersistence(state, () => undefined);
  // The feed is created last, because it reads from all other parts.
  let notify = (_slice: Slice): void => {};
  const audit = createAuditLog(state.path, () => notify("auditSeq"), onError);
  const inbox = createInbox({
    audit: { record: (event) => audit.trail.record(event) },
    persistence,
    urlSafety: { domains: () => import("midcall/client/domains") },
    // The page opens links itself, in the user's click. This only declares that links can be opened.
    open: () => {},
    onError,
  });
  await inbox.ready;
  const drafts = await openDrafts(state, onError);
  const kept = await openKeptShelf({
    files: createKeptAnswers(state.path),
    trail: audit.trail,
    onChange: () => notify("kept"),
    onError,
  });
  const openPages = createOpenPages(inbox, GRACE_MS);
  const feed = createStateFeed({
    read: {
      servers: () => [],
      questions: () => toQuestionsView(inbox.getSnapshot()),
      requests: () => [],
      rules: () => ({}),
      calls: () => [],
      auditSeq: audit.seq,
      kept: kept.list,
    },
    hello: { version: VERSION, stateDir: folder, isBridge: true },
    openPages,
    markShown: inbox.markVisible,
  });
  notify = feed.markChanged;
  inbox.subscribe(() => notify("questions"));
  return {
    ...{ inbox, drafts, feed, openPages, kept },
    audit: audit.memory,
    async close(closeListener) {
      await waitAtMost(CLOSE_MS, inbox.saved());
      persistence.freeze();
      feed.close();
      kept.close();
      openPages.stop();
      await closeListener();
      await audit.close();
      await state.flush();
    },
  };
}
