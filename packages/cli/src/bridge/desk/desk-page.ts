import { randomBytes } from "node:crypto";
import { hasScreen, openPage } from "midcall/open-page";
import { createGuard, createPlace } from "../../console/access/guard.js";
import { createApp } from "../../console/app.js";
import { listenAnywhere } from "../../console/listen.js";
import { PAGE_FOLDER, readPageFiles } from "../../console/page-files.js";
import { safeLine } from "../../safe-text.js";
import type { Members } from "../wire/messages.js";
import { createDeskApi } from "./desk-api.js";
import { createDeskParts } from "./desk-parts.js";
import { LateAnswers } from "./late-answers.js";
import { notifyUser } from "./notify-user.js";
import type { DeskQuestion } from "./question.js";

/** Where questions are asked: the user of this process's page. */
export interface Place {
  /** Resolves with the result of `elicitation/create`. */
  ask(question: DeskQuestion, signal: AbortSignal): Promise<Members>;
  /** A server has reported that a linked page is done. @param linksOf - see {@link DeskQuestion.linksOf} */
  complete(server: string, elicitationId: string, linksOf: string): void;
  close(): Promise<void>;
}

export interface DeskPageOptions {
  /** The folder of the bridge, for the user only. */
  readonly folder: string;
  /** Opens a URL in the user's browser, which works once. Default: the default browser, where there is a screen. */
  readonly open?: ((url: string) => Promise<void>) | undefined;
  /** Tells the user where to answer if no browser can be opened, or the browser does not show the page. */
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
  /** For tests: the directory of the page's files. */
  readonly pageFolder?: string | undefined;
}

/** Of a server, in characters. */
const LONGEST_NAME = 80;
/** How long a browser may take to show the page before it is opened once more, in milliseconds. */
const OPENING_MS = 15_000;
/** How long a question may be out of sight on an open page before the user is told elsewhere, in milliseconds. */
const UNSEEN_MS = 1_500;

/**
 * Starts the page. It is opened with the first question. Its token is in the memory of this process alone, and its address is
 * another one each time: another user can be there neither before nor afterwards.
 *
 * @throws ConsoleError when a folder or port cannot be used
 */
export async function startDeskPage(options: DeskPageOptions): Promise<Place> {
  const { folder, print, onError } = options;
  const files = await readPageFiles(options.pageFolder ?? PAGE_FOLDER);
  const parts = await createDeskParts(folder, onError);
  const { inbox, openPages, feed } = parts;
  // Questions wait for the user from the start: the page is opened for them.
  const unmount = inbox.mount();
  const place = createPlace();
  // 256 bits cannot be guessed.
  const guard = createGuard(randomBytes(32).toString("base64url"), place);
  const app = createApp({ api: createDeskApi(parts), feed, guard, place, files, onError });
  const listener = await listenAnywhere(app.fetch);
  place.origin = listener.origin;

  /** @param isAgain - whether a browser was opened before and has not shown the page */
  const open = async (server: string, isAgain: boolean): Promise<void> => {
    const over = new AbortController();
    const url = `${place.origin}${place.path}#ticket=${guard.ticket(() => over.abort())}`;
    if (options.open !== undefined) return options.open(url);
    const title = "midcall bridge";
    const result = hasScreen() ? await openPage(url, { title, over: over.signal }) : "failed";
    if (result !== "started" || isAgain)
      print(`${safeLine(server, LONGEST_NAME)} has a question. Open ${url}`);
  };
  let openedAt = -Infinity;
  /** Makes sure that the user gets to see a question. @param isOpen - whether it is still open */
  const showPage = (server: string, isOpen: () => boolean, isAgain = false): void => {
    const check = (afterMs: number, look: () => void): void =>
      void setTimeout(() => isOpen() && look(), afterMs).unref();
    if (openPages.isAnyOpen) {
      return check(UNSEEN_MS, () => {
        const { showing } = inbox.getSnapshot();
        // The time of a question runs while it is visible.
        if (showing.some((one) => one.server === server && one.endsAt === undefined))
          notifyUser(server);
      });
    }
    const left = openedAt + OPENING_MS - performance.now();
    if (left > 0) return check(left, () => showPage(server, isOpen, isAgain));
    openedAt = performance.now();
    open(server, isAgain).catch(onError);
    // Once more, and no further: a browser that does come should not find many pages.
    if (!isAgain) check(OPENING_MS, () => showPage(server, isOpen, true));
  };

  const late = new LateAnswers({
    kept: parts.kept,
    onError,
    async askUser({ params, server, linksOf, call, untilDone }, signals) {
      const handle = untilDone ? inbox.handleUntilDone : inbox.handle;
      const named = call && { method: call.method, name: call.name };
      let isOpen = true;
      const about = { server, serverId: linksOf, ...(named && { call: named }), ...signals };
      const answer = handle(params, about);
      showPage(server, () => isOpen);
      return (await answer.finally(() => (isOpen = false))) as unknown as Members;
    },
  });
  return {
    ask: (question, signal) => late.ask(question, signal),
    complete: (server, elicitationId, linksOf) => inbox.complete(server, elicitationId, linksOf),
    async close() {
      unmount();
      await parts.close(() => listener.close());
    },
  };
}
