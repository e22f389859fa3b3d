import type { Inbox, Origin } from "../inbox/types.js";
import { runAll } from "./run-all.js";

const URL_ELICITATION_REQUIRED = -32042;
/** More pages than a person opens for one call. */
const MOST_URLS = 10;
const MOST_RETRIES = 3;

/** The links a `-32042` error lists; none for any other error. By code, whatever its class. */
function urlsOf(error: unknown): readonly unknown[] {
  const { code, data } = Object(error) as {
    readonly code?: unknown;
    readonly data?: { readonly elicitations?: unknown } | null;
  };
  const urls = code === URL_ELICITATION_REQUIRED && data?.elicitations;
  return Array.isArray(urls) ? urls : [];
}

/**
 * 2025-11-25: a call refused with `-32042` is sent again once the person has been to every page; when
 * they decline or cancel one, the error stands.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function withRequiredUrls(
  send: () => Promise<unknown>,
  inbox: Pick<Inbox, "handleUntilDone">,
  origin: Origin,
): Promise<unknown> {
  const { signal } = origin;
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const urls = urlsOf(error);
      if (!urls.length || urls.length > MOST_URLS || attempt >= MOST_RETRIES) throw error;
      // All at once, as the end of any of the pages may be announced at any time.
      await runAll(urls, signal, async (url, either) => {
        // The error is about links; whatever else it lists is not asked.
        const params = { ...(url as object), mode: "url" };
        const { action } = await inbox.handleUntilDone(params, { ...origin, signal: either });
        // A call that was aborted goes on as well: the client itself says so, as it always does.
        if (action !== "accept" && !signal?.aborted) throw error;
      });
    }
  }
}
