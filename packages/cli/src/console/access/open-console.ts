import { openPage } from "midcall/open-page";

/**
 * Opens the console's page in the user's browser. If no browser can be started, nothing is said: the URL is printed as well.
 *
 * @param makeUrl - creates a URL that works once; `whenOver` is called when it no longer works
 */
export async function openConsole(makeUrl: (whenOver: () => void) => string): Promise<void> {
  const over = new AbortController();
  const url = makeUrl(() => over.abort());
  const result = await openPage(url, { title: "midcall console", over: over.signal });
  if (result === "no-directory") {
    console.log(
      "No browser was opened, because there is no directory for a file that only you can read.",
    );
  }
}
