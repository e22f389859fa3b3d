import { openPage } from "midcall/open-page";
import { waitAtMost } from "../timing.js";

/** How long a program that starts the browser may take to fail. Some run for as long as the browser does. */
const FAILS_WITHIN_MS = 1_000;

/**
 * Opens a page in the user's browser. Its address may let in whoever has it, so it is on no command line, which other users can
 * read.
 *
 * @param over - aborts when the address has been used, if anybody knows
 * @param open - for tests
 * @returns whether a browser was started, as far as can be known
 */
export async function openInBrowser(
  url: string,
  over?: AbortSignal,
  open: typeof openPage = openPage,
): Promise<boolean> {
  let result: Awaited<ReturnType<typeof openPage>> = "started";
  const opening = open(url, { title: "midcall", ...(over && { over }) });
  await waitAtMost(
    FAILS_WITHIN_MS,
    opening.then((known) => (result = known)),
  );
  return result === "started";
}
