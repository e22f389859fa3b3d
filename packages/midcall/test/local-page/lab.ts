import type {
  LocalQuestion,
  LocalResponse,
  ShownQuestion,
} from "../../src/contracts/local-pages.js";
import {
  type ClosableLocalPages,
  createLocalPages,
  type LocalPagesOptions,
} from "../../src/local-page/create-local-pages.js";
import type { RequestedSchema } from "midcall/schema";
import { onTestFinished, vi } from "vitest";
import { Browser, type Seen } from "../pages/browser.js";

/** A form with these fields, all of them required unless named otherwise. */
export const object = (
  properties: Record<string, unknown>,
  required: readonly string[] = Object.keys(properties),
): RequestedSchema => ({ type: "object", properties, required }) as unknown as RequestedSchema;

export const SURE: RequestedSchema = object({ ok: { type: "boolean", title: "Delete 47 files?" } });
export const NAME: RequestedSchema = object({ name: { type: "string", title: "Your name" } });

export interface Asked {
  readonly shown: ShownQuestion | undefined;
  /** What `onAnswer` was called with. */
  readonly answers: LocalResponse[];
}

export interface Lab extends AsyncDisposable {
  readonly pages: ClosableLocalPages;
  /** The addresses that browsers were started with. */
  readonly opened: string[];
  readonly logs: string[];
  readonly clock: { now: number };
  ask(question?: Partial<LocalQuestion>): Promise<Asked>;
  /** The user's browser, after it was started with the newest address, once the user has looked at its page. */
  arrive(): Promise<{ browser: Browser; page: Seen }>;
}

const now = performance.now.bind(performance);
let looked = 0;

/** Lets the time pass in which an answer to a question that has just appeared does not count. */
export function lookAtIt(): void {
  looked += 1_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + looked);
  onTestFinished(() => void clock.mockRestore());
}

/** Opens an address that a server has given to the browser, and looks at the page. */
export async function openAndLook(browser: Browser, url: string): Promise<Seen> {
  const page = await browser.open(url);
  lookAtIt();
  return page;
}

export function createLab(options: Partial<LocalPagesOptions> = {}): Lab {
  const opened: string[] = [];
  const logs: string[] = [];
  const clock = { now: Date.UTC(2026, 10, 23, 12) };
  const logger = {
    warn: (text: string) => void logs.push(text),
    error: (text: string) => void logs.push(text),
  };
  const pages = createLocalPages({
    open: async (url) => void opened.push(url),
    now: () => clock.now,
    logger,
    ...options,
  });
  let count = 0;
  return {
    ...{ pages, opened, logs, clock },
    async ask(question = {}) {
      const answers: LocalResponse[] = [];
      count += 1;
      const shown = await pages.show({
        id: `question-${count}`,
        server: "Invoices",
        message: `Message ${count}`,
        mode: "form",
        ...(question.mode !== "url" && { requestedSchema: NAME }),
        expiresAt: clock.now + 600_000,
        onAnswer: async (response) => void answers.push(response),
        ...question,
      });
      return { shown, answers };
    },
    async arrive() {
      const browser = new Browser({});
      return { browser, page: await openAndLook(browser, opened.at(-1)!) };
    },
    [Symbol.asyncDispose]: () => pages.close(),
  };
}

/** What stands on a page, without its style and tags. */
export const wordsOf = ({ body }: Seen): string =>
  body
    .replace(/<style>[^]*?<\/style>/, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ")
    .trim();
