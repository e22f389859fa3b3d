import type { ChildProcess } from "node:child_process";
import { waitAtMost } from "../timing.js";

/** How long a program that starts the browser may take to fail. Some run for as long as the browser does. */
const FAILS_WITHIN_MS = 1_000;

/**
 * Opens a page in the user's browser. The address appears on a command line, which other users can read; it comes from
 * the server and contains no secret of midcall.
 *
 * @param start - starts the browser; for tests
 * @returns whether a browser was started, as far as can be known
 */
export async function openInBrowser(
  url: string,
  start: (url: string) => Promise<ChildProcess> = startBrowser,
): Promise<boolean> {
  let browser: ChildProcess;
  try {
    browser = await start(url);
  } catch {
    return false;
  }
  let hasFailed = false;
  const ended = new Promise<void>((resolve) => {
    browser.on("error", () => {
      hasFailed = true;
      resolve();
    });
    browser.once("exit", (code) => {
      hasFailed = code !== 0;
      resolve();
    });
  });
  await waitAtMost(FAILS_WITHIN_MS, ended);
  browser.unref();
  return !hasFailed;
}

async function startBrowser(url: string): Promise<ChildProcess> {
  const { default: open } = await import("open");
  return open(url);
}
