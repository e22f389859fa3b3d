import type { Inbox, Origin } from "../inbox/types.js";
import { runAll } from "./run-all.js";

const URL_ELICITATION_REQUIRED = -32042;
/** Limit of URLs in one error: more than a user opens for one call. */
const MOST_URLS = 10;
const MOST_RETRIES = 3;

/** The elicitations listed by a `-32042` error, recognised by its code; empty for any other error. */
function urlsOf(error: unknown): readonly unknown[] {
  const { code, data } = Object(error) as {
    readonly code?: unknown;
    readonly data?: { readonly elicitations?: unknown } | null;
  };
  const urls = code === URL_ELICITATION_REQUIRED && data?.elicitations;
  return Array.isArray(urls) ? urls : [];
}

/**
 * Runs a 2025-11-25 call. If it is refused with `-32042`, it is sent again once the user has completed every page. If
 * the user declines or cancels one, the error is thrown.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function withRequiredUrls<T>(
  send: () => Promise<T>,
  inbox: Pick<Inbox, "handleUntilDone">,
  origin: Origin,
): Promise<T> {
  const { signal } = origin;
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const urls = urlsOf(error);
      if (!urls.length || urls.length > MOST_URLS || attempt >= MOST_RETRIES) throw error;
      // All pages are awaited at once: the server may report any of them as complete at any time.
      await runAll(urls, signal, async (url, either) => {
        // The error lists URL elicitations only; a form in it is not shown.
        const params = { ...(url as object), mode: "url" };
        const { action } = await inbox.handleUntilDone(params, { ...origin, signal: either });
        // An aborted call is sent again too: the client then rejects it with its usual abort error.
        if (action !== "accept" && !signal?.aborted) throw error;
      });
    }
  }
}
