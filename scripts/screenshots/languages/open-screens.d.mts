import type { Browser, Page } from "playwright-core";

/** The screens that midcall shows in a language, each reached by its function. */
export declare function openScreens(
  browser: Browser,
  language: string,
): Promise<{
  readonly page: Page;
  readonly screens: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}>;
