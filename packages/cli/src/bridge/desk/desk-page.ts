import { hasScreen, openPage } from "midcall/open-page";
import { createGuard } from "../../console/access/guard.js";
import { createApp } from "../../console/app.js";
import { createParts } from "../../console/create-parts.js";
import { listenFrom } from "../../console/listen.js";
import { PAGE_FOLDER, readPageFiles } from "../../console/page-files.js";
import { connectServer } from "../../connect/connect-server.js";
import type { Members } from "../wire/messages.js";
import { createKeptAnswers } from "./kept-answers.js";
import { LateAnswers } from "./late-answers.js";
import { notifyUser } from "./notify-user.js";
import type { DeskQuestion } from "./question.js";

/** Where questions are asked: the user of this process's page. */
export interface Place {
  /** Resolves with the result of `elicitation/create`. */
  ask(question: DeskQuestion, signal: AbortSignal): Promise<Members>;
  /** A linked page of this server has reported that it is done. */
  complete(server: string, elicitationId: string): void;
  close(): Promise<void>;
}

export interface DeskPageOptions {
  /** The folder of the bridge, for the user only. */
  readonly folder: string;
  /** The token of the page, which stays the same, so that an open page finds the next desk. */
  readonly token: string;
  /** The port of the last desk's page, where an open page looks for the next one. Default: the same for all users. */
  readonly port?: number | undefined;
  /** Opens a URL in the user's browser, which works once. Default: the default browser, where there is a screen. */
  readonly open?: ((url: string) => Promise<void>) | undefined;
  /** Tells the user where to answer if no browser can be opened, or the browser does not show the page. */
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The page of this process. */
export interface DeskPage extends Place {
  readonly port: number;
}

/** The page's port, unless another program has it. The console's is another one. */
const PORT = 32_275;
/** A page that was closed may be opened again for so long before another one is opened for the next question. */
const GRACE_MS = 5_000;
/** How long a browser may take to show the page before it is opened once more, in milliseconds. */
const OPENING_MS = 15_000;
/** How long a question may be out of sight on an open page before the user is told elsewhere, in milliseconds. */
const UNSEEN_MS = 1_500;

/** Starts the page. It is opened with the first question. @throws ConsoleError when a folder or port cannot be used */
export async function startDeskPage(options: DeskPageOptions): Promise<DeskPage> {
  const { folder, token, print, onError } = options;
  const files = await readPageFiles(PAGE_FOLDER);
  const parts = await createParts({
    ...{ stateDir: folder, graceMs: GRACE_MS, policy: undefined, connectServer, onError },
    isBridge: true,
  });
  const { inbox, openPages } = parts;
  // Questions wait for the user from the start: the page is opened for them.
  const unmount = inbox.mount();
  let port = 0;
  const guard = createGuard(token, () => port);
  const app = createApp(parts, guard, files, onError);
  const { listener } = await listenFrom(app.fetch, options.port ?? PORT);
  ({ port } = listener);

  /** @param isAgain - whether a browser was opened before and has not shown the page */
  const open = async (server: string, isAgain: boolean): Promise<void> => {
    const over = new AbortController();
    const url = `http://127.0.0.1:${port}/#ticket=${guard.ticket(() => over.abort())}`;
    if (options.open !== undefined) return options.open(url);
    const title = "midcall bridge";
    const result = hasScreen() ? await openPage(url, { title, over: over.signal }) : "failed";
    if (result !== "started" || isAgain) print(`${server} has a question. Open ${url}`);
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
    kept: createKeptAnswers(folder),
    onError,
    async askUser({ params, server, call, untilDone }, signals) {
      const handle = untilDone ? inbox.handleUntilDone : inbox.handle;
      const named = call && { method: call.method, name: call.name };
      let isOpen = true;
      const answer = handle(params, { server, ...(named && { call: named }), ...signals });
      showPage(server, () => isOpen);
      return (await answer.finally(() => (isOpen = false))) as unknown as Members;
    },
  });
  return {
    port,
    ask: (question, signal) => late.ask(question, signal),
    complete: (server, elicitationId) => inbox.complete(server, elicitationId),
    async close() {
      unmount();
      await parts.close(() => listener.close());
    },
  };
}
