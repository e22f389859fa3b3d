import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RequestedSchema } from "midcall/schema";
import type {
  LocalQuestion,
  LocalResponse,
  ShownQuestion,
} from "../../packages/midcall/src/contracts/local-pages.js";
import { createLocalPages } from "../../packages/midcall/src/local-page/create-local-pages.js";
import { writeRedirect } from "../../packages/midcall/src/open-page/redirect-file.js";
import { lookAtIt } from "../../packages/midcall/test/local-page/lab.js";
import { openBrowserOf } from "./pages-lab.js";

/** A server with a local page, and a user whose browser it opens as it does in reality: with a file. */
export interface Desk extends AsyncDisposable {
  /** The tab that was opened last. */
  readonly tab: Page;
  readonly tabs: readonly Page[];
  readonly clock: { now: number };
  ask(question: Partial<LocalQuestion>): Promise<{
    readonly shown: ShownQuestion;
    readonly answers: readonly LocalResponse[];
  }>;
}

export const form = (
  properties: Record<string, unknown>,
  required: readonly string[] = Object.keys(properties),
): RequestedSchema => ({ type: "object", properties, required }) as unknown as RequestedSchema;

export async function openLocalDesk(
  browser: Browser,
  options: BrowserContextOptions = { javaScriptEnabled: false },
): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), "midcall-e2e-"));
  const { context, page, ...person } = await openBrowserOf(browser, options);
  await page.close();
  const tabs: Page[] = [];
  const clock = { now: Date.now() };
  const logs: string[] = [];
  const note = (text: string): void => void logs.push(text);
  const pages = createLocalPages({
    async open(url, over) {
      const file = writeRedirect(url, "A question", [folder])!;
      over.addEventListener("abort", file.remove);
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(pathToFileURL(file.path).href);
      await tab.waitForURL(/\/q\//);
      lookAtIt();
    },
    now: () => clock.now,
    logger: { warn: note, error: note },
  });
  let count = 0;
  return {
    ...{ tabs, clock },
    get tab() {
      return tabs.at(-1)!;
    },
    async ask(question) {
      const answers: LocalResponse[] = [];
      count += 1;
      const shown = await pages.show({
        id: `question-${count}`,
        server: "Invoices",
        message: "A question before this can go on.",
        mode: "form",
        expiresAt: clock.now + 600_000,
        onAnswer: async (response) => void answers.push(response),
        ...question,
      });
      if (!shown) throw new Error(`No browser was opened: ${logs.join(" ")}`);
      return { shown, answers };
    },
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await pages.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
