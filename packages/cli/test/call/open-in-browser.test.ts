import type { openPage } from "midcall/open-page";
import { afterEach, expect, it, vi } from "vitest";
import { openInBrowser } from "../../src/call/open-in-browser.js";

afterEach(() => void vi.useRealTimers());

type OpenPageResult = Awaited<ReturnType<typeof openPage>>;
const URL = "https://example.com/";

it.each<[OpenPageResult, boolean]>([
  ["started", true],
  ["failed", false],
  ["no-directory", false],
])("a browser of which is known that it has “%s” is open: %s", async (result, isOpen) => {
  expect(await openInBrowser(URL, undefined, () => Promise.resolve(result))).toBe(isOpen);
});

it("a browser that runs on is open", async () => {
  vi.useFakeTimers();
  const opening = openInBrowser(URL, undefined, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await opening).toBe(true);
});
