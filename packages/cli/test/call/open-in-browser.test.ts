import { EventEmitter } from "node:events";
import type { ChildProcess } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { openInBrowser } from "../../src/call/open-in-browser.js";

afterEach(() => void vi.useRealTimers());

function startWith(happens: (browser: EventEmitter) => void) {
  return () => {
    const browser = Object.assign(new EventEmitter(), { unref: vi.fn() });
    setTimeout(() => happens(browser));
    return Promise.resolve(browser as unknown as ChildProcess);
  };
}

it.each([
  ["it ends well", (browser: EventEmitter) => void browser.emit("exit", 0), true],
  ["it ends with a code", (browser: EventEmitter) => void browser.emit("exit", 3), false],
  ["it cannot be run", (browser: EventEmitter) => void browser.emit("error", new Error()), false],
])("a browser is open or not where %s", async (_, happens, isOpen) => {
  expect(await openInBrowser("https://example.com/", startWith(happens))).toBe(isOpen);
});

it("a browser that runs on is open", async () => {
  vi.useFakeTimers();
  const opening = openInBrowser(
    "https://example.com/",
    startWith(() => {}),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await opening).toBe(true);
});

it("a browser that cannot be started at all is not open", async () => {
  const start = () => Promise.reject(new Error("ENOENT"));
  expect(await openInBrowser("https://example.com/", start)).toBe(false);
});
