import type { LocalPages } from "../../../contracts/local-pages.js";
import { hasScreen } from "../../../open-page/has-screen.js";
import type { Logger } from "../../logger.js";

/** Opens a URL, which works once, in the user's browser; rejects if it cannot. The signal aborts when the URL no longer works. */
export type OpenBrowser = (url: string, over: AbortSignal) => Promise<void>;

/** The pages that a server opens in the user's browser. They are loaded with the first question. */
export function createLocalPagesLater(
  open: OpenBrowser | undefined,
  logger: Logger,
  now: () => number,
): LocalPages {
  let pages: Promise<LocalPages> | undefined;
  return {
    canOpen: () => open !== undefined || hasScreen(),
    async show(question) {
      pages ??= import("../../../local-page/index.js").then(({ createLocalPages }) =>
        createLocalPages({ logger, now, ...(open !== undefined && { open }) }),
      );
      return (await pages).show(question);
    },
  };
}
