import { randomBytes } from "node:crypto";
import type { LocalPages, LocalQuestion, ShownQuestion } from "../contracts/local-pages.js";
import type { ReviewMode } from "../form/answer-layout.js";
import { errorName } from "../internal/error-name.js";
import { pause, withTimeout } from "../internal/timeout.js";
import { unref } from "../internal/unref.js";
import { hasScreen, openPage } from "../open-page/index.js";
import { MAX_LINK_MS } from "../pages/flows/flow.js";
import { createKeys, type Keys } from "../pages/flows/keys.js";
import { readBase, type Base } from "../pages/http/base.js";
import { listenOnLoopback, type LoopbackServer } from "../pages/http/loopback-server.js";
import { createSessions } from "../pages/identity/session.js";
import type { PagesLogger } from "../pages/logger.js";
import { ENGLISH, type PageMessages } from "../pages/messages.js";
import { createSubmissionState } from "../pages/views/submission-state.js";
import { createMemoryStore } from "../store/index.js";
import type { OpenQuestion } from "./open-question.js";
import { createTextsFor } from "./languages.js";
import { Passes } from "./passes.js";
import { QuestionList } from "./question-list.js";
import type { SiteServices } from "./site-services.js";
import { createSite } from "./site.js";
import { Tickets } from "./tickets.js";

/** Options of {@link createLocalPages}. */
export interface LocalPagesOptions {
  /**
   * Opens a URL, which works once, in the user's browser; rejects if it cannot. `over` aborts when the URL has been used or
   * no longer works. Default: starts the default browser, without the URL on its command line.
   */
  readonly open?: (url: string, over: AbortSignal) => Promise<void>;
  /** When an answer is shown once more before it is sent. Default `auto`, as in `createPages`. */
  readonly review?: ReviewMode;
  /**
   * Texts in place of those in the language of the browser, all or some. Default: English, German, French, Spanish,
   * Japanese or Arabic, whichever the browser prefers.
   */
  readonly messages?: Partial<PageMessages>;
  /** Receives warnings and errors. They contain no answers. */
  readonly logger: PagesLogger;
  /** The clock of `expiresAt`, in milliseconds. Default `Date.now`. */
  readonly now?: () => number;
}

/** Local pages that can be closed. */
export interface ClosableLocalPages extends LocalPages {
  /** Forgets all questions and stops the server, whose pages can then not be loaded any more. */
  close(): Promise<void>;
}

/** After a browser was quiet for so long, its tab may be closed, so another one is opened, in milliseconds. */
const QUIET_MS = 60_000;
/** A question to which no tab has come is given one of its own after this time, in milliseconds. */
const OWN_TAB_MS = 10_000;
/** In this time, no other tab is opened for the same question, in milliseconds. */
const SAME_TAB_MS = 10_000;
/** How long opening a browser may take, in milliseconds. */
const OPENING_MS = 30_000;
/** How long an answered page waits for another question of the same call before it says that this was all. */
const UP_NEXT_MS = 400;
/** How long the server goes on when no question is open, so that pages can say how theirs ended. */
const LINGER_MS = 5 * 60_000;

/** The browser did not start in time. */
class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

interface Listening {
  readonly base: Base;
  readonly server: LoopbackServer;
}

/**
 * Creates the pages that a server on the user's own machine opens by itself when its host cannot ask. They are served from
 * the first question on, at a random port of an address that nobody could know before, until some minutes after the last
 * one, and never keep the process alive.
 *
 * A browser is let in by an address that works once. Then it is shown the questions, each at a random path, for the cookie that it
 * gets there. Where other programs have had that removed, the forms and redirects of the pages know the browser too, and whoever
 * loads a page without any of it is shown nothing, while the user gets another tab.
 */
export function createLocalPages(options: LocalPagesOptions): ClosableLocalPages {
  return new LocalPageServer(options);
}

class LocalPageServer implements ClosableLocalPages {
  readonly #options: LocalPagesOptions;
  readonly #texts: PageMessages;
  readonly #now: () => number;
  readonly #keys: Keys = createKeys(randomBytes(32));
  readonly #tickets = new Tickets();
  readonly #questions: QuestionList;
  #listening: Promise<Listening> | undefined;
  /** The tab that is just being opened. */
  #opening: Promise<boolean> | undefined;
  /** When a browser was started or last asked for a page. */
  #seenAt = -Infinity;
  #closing: NodeJS.Timeout | undefined;
  /** Ends the waits of answered pages for another question. */
  readonly #waits = new Set<AbortController>();

  constructor(options: LocalPagesOptions) {
    this.#options = options;
    this.#texts = { ...ENGLISH, ...options.messages };
    this.#now = options.now ?? Date.now;
    const changed = (): void => this.#changed();
    this.#questions = new QuestionList({ now: this.#now, logger: options.logger, changed });
  }

  canOpen(): boolean {
    return this.#options.open !== undefined || hasScreen();
  }

  async show(question: LocalQuestion): Promise<ShownQuestion | undefined> {
    const known = this.#questions.withId(question.id);
    const hasTab = known === undefined ? this.#hasTab() : this.#hasOwnTab(known);
    const turn = known?.renew(question) ?? 0;
    const shown = known ?? this.#questions.add(question);
    const isShown = hasTab || (await (this.#opening ??= this.#openTab(shown)));
    if (isShown && shown.openedAt === -Infinity) this.#openLater(shown);
    if (isShown) return { close: (why) => shown.close(why, turn) };
    shown.close("withdrawn", turn);
    return undefined;
  }

  async close(): Promise<void> {
    clearTimeout(this.#closing);
    this.#closing = undefined;
    const listening = this.#listening;
    this.#listening = undefined;
    this.#questions.clear();
    this.#tickets.end();
    for (const wait of this.#waits) wait.abort();
    await listening?.then(
      ({ server }) => server.close(),
      () => {},
    );
  }

  /** Whether there is a tab that will come to a new question. */
  #hasTab(): boolean {
    if (this.#waits.size > 0) return true;
    const isQuiet = this.#now() - this.#seenAt >= QUIET_MS;
    return !isQuiet && this.#questions.open().length > 0;
  }

  /** Whether a tab was opened for this question a moment ago. */
  #hasOwnTab({ openedAt }: OpenQuestion): boolean {
    return this.#now() - openedAt < SAME_TAB_MS;
  }

  /** The tab that was counted on may have been closed, or its user may not go on with its question. */
  #openLater(question: OpenQuestion): void {
    const timer = setTimeout(() => {
      if (question.end === undefined && !question.wasVisited && !this.#hasOwnTab(question))
        void (this.#opening ??= this.#openTab(question));
    }, OWN_TAB_MS);
    unref(timer);
  }

  async #openTab(question: OpenQuestion): Promise<boolean> {
    const { logger, open = (url, over) => this.#startBrowser(url, over) } = this.#options;
    this.#tickets.end(question.token);
    const { ticket, over } = this.#tickets.issue(question.token);
    try {
      const { base } = await (this.#listening ??= this.#listen());
      await withTimeout(open(base.at(`/o/${ticket}`), over), OPENING_MS, () => {
        throw new TimeoutError();
      });
      this.#seenAt = question.openedAt = this.#now();
      return true;
    } catch (error) {
      logger.warn(`midcall local page: no browser could be opened (${errorName(error)}).`);
      this.#tickets.end(question.token);
      return false;
    } finally {
      this.#opening = undefined;
    }
  }

  async #startBrowser(url: string, over: AbortSignal): Promise<void> {
    const result = await openPage(url, { title: this.#texts.answerTitle, over });
    if (result !== "started") throw new Error(result);
  }

  async #listen(): Promise<Listening> {
    const { review = "auto", logger, messages } = this.#options;
    const textsFor = createTextsFor(messages);
    const keys = this.#keys;
    const store = createMemoryStore();
    let base: Base | undefined;
    try {
      const server = await listenOnLoopback("own", (origin) => {
        base = readBase(origin);
        const sessions = createSessions(store, keys, base, Date.now, MAX_LINK_MS);
        const services: SiteServices = {
          ...{ base, review, keys, sessions, logger },
          submissions: createSubmissionState(store, keys),
          questions: this.#questions,
          tickets: this.#tickets,
          passes: new Passes(),
          openAgain: (question) => void (this.#opening ??= this.#openTab(question)),
          visited: (question) => {
            question.wasVisited = true;
            this.#seenAt = this.#now();
          },
          upNext: () => this.#upNext(),
        };
        return createSite(services, textsFor);
      });
      return { base: base!, server };
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  async #upNext(): Promise<OpenQuestion | undefined> {
    const next = this.#questions.next();
    if (next) return next;
    const wait = new AbortController();
    this.#waits.add(wait);
    await pause(UP_NEXT_MS, wait.signal);
    this.#waits.delete(wait);
    return this.#questions.next();
  }

  /** A question was added or has ended. */
  #changed(): void {
    if (this.#questions.open().length > 0) {
      clearTimeout(this.#closing);
      this.#closing = undefined;
      for (const wait of this.#waits) wait.abort();
      return;
    }
    this.#tickets.end();
    if (this.#closing || !this.#listening) return;
    this.#closing = setTimeout(() => void this.close(), LINGER_MS);
    unref(this.#closing);
  }
}
