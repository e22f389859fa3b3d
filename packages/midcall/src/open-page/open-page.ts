import type { ChildProcess } from "node:child_process";
import { assertOptions } from "../internal/assert-options.js";
import { homedir, tmpdir } from "node:os";
import { unref } from "../internal/unref.js";
import { foldersFor, writeRedirect } from "./redirect-file.js";

/** Options of {@link openPage}. */
export interface OpenPageOptions {
  /** What the page is called, until the browser has followed the URL. */
  readonly title: string;
  /**
   * Aborts when the URL has been used or no longer works. Then the file that leads there is removed, and so it is when the
   * process exits. Without it, nobody knows when the browser has come: the file is removed after a minute, or, if the
   * process does not live so long, by the next call of this function.
   */
  readonly over?: AbortSignal;
}

/**
 * What became of {@link openPage}.
 *
 * - `started`: the browser was started, as far as can be told.
 * - `no-directory`: nothing was started, because there is no directory for a file that only the user can read.
 * - `failed`: there is no browser, or it could not be started.
 */
export type OpenPageResult = "started" | "no-directory" | "failed";

/** How long a browser may take to come to a URL of which nobody says that it has been used, in milliseconds. */
const COMES_WITHIN_MS = 60_000;
/** How long the program that starts the browser may take to fail, in milliseconds. */
const LAUNCH_MS = 5_000;

/**
 * Opens a URL in the user's browser without putting it on a command line, which other users of the computer can read: the
 * browser is started with a file that only the user can read and that leads to the URL. Writes nothing to the terminal.
 *
 * @param url - the URL; best one that works once
 * @returns what became of it, at the latest 5 seconds after the start; never rejects
 *
 * @example
 * ```ts
 * const over = new AbortController();
 * const result = await openPage(url, { title: "A question for you", over: over.signal });
 * if (result !== "started") console.error("Open the page yourself.");
 * // when the URL has been used
 * over.abort();
 * ```
 */
export async function openPage(url: string, options: OpenPageOptions): Promise<OpenPageResult> {
  assertOptions<OpenPageOptions>("openPage", options, { title: "string", over: "object" });
  const { title, over = AbortSignal.timeout(COMES_WITHIN_MS) } = options;
  const { env, platform } = process;
  const folders = foldersFor({ env, platform, home: homedir(), temp: tmpdir() });
  const file = writeRedirect(url, title, folders);
  if (!file) return "no-directory";
  // Not removed if the process is killed.
  if (options.over) process.once("exit", file.remove);
  const remove = (): void => {
    process.off("exit", file.remove);
    file.remove();
  };
  if (over.aborted) remove();
  else over.addEventListener("abort", remove, { once: true });
  try {
    const { default: open } = await import("open");
    return (await isStarted(await open(file.path), over)) ? "started" : "failed";
  } catch {
    return "failed";
  }
}

/** Whether the browser seems to have started: its launcher did not fail, or the URL has been used. */
function isStarted(launcher: ChildProcess, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (started: boolean): void => {
      clearTimeout(timer);
      over.removeEventListener("abort", used);
      resolve(started);
    };
    const used = (): void => end(true);
    const timer = setTimeout(used, LAUNCH_MS);
    unref(timer);
    over.addEventListener("abort", used);
    launcher.on("error", () => end(false));
    launcher.once("exit", (code) => end(code === 0));
    if (over.aborted || launcher.exitCode !== null) end(over.aborted || launcher.exitCode === 0);
  });
}
