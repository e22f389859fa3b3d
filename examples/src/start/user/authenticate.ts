import type { ScriptedBrowser } from "./scripted-browser.js";

const MAX_GATES = 6;

/**
 * Authenticates the user on a page: with the code from the question on local pages, and by signing in elsewhere.
 * Which it is depends on the transport, so it is not part of the transcript.
 *
 * @param message - the question that came with the link
 */
export async function authenticate(browser: ScriptedBrowser, message: string): Promise<void> {
  for (let gates = 0; gates < MAX_GATES; gates++) {
    const heading = browser.heading();
    if (heading === "Enter the code") {
      const [, code = ""] = /this code: (\S+)/.exec(message) ?? [];
      await browser.press("Continue", { Code: code });
    } else if (heading === "Sign in to continue") {
      await browser.press("Sign in");
    } else if (heading === "Who are you?") {
      await browser.press("Alice Example");
    } else if (heading === "Allow invoices-pages?" || heading === "Allow assistant?") {
      await browser.press("Allow");
    } else {
      return;
    }
  }
}
