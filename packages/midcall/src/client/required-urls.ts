import { isObject, own } from "../schema/json-copy.js";
import type { Inbox, Origin } from "./inbox-types.js";

const URL_ELICITATION_REQUIRED = -32042;
/** More pages than a person opens for one call. */
const MOST_URLS = 10;
const MOST_RETRIES = 3;

/** The links a `-32042` error lists; nothing for any other error. By code, whatever its class. */
function urlsOf(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, data } = error as { readonly code?: unknown; readonly data?: unknown };
  const urls = isObject(data) ? own(data, "elicitations") : undefined;
  return code === URL_ELICITATION_REQUIRED && Array.isArray(urls) ? urls : undefined;
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
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const urls = urlsOf(error);
      if (!urls?.length || urls.length > MOST_URLS || attempt >= MOST_RETRIES) throw error;
      for (const url of urls) {
        // The error is about links; whatever else it lists is not asked.
        const params = isObject(url) ? { ...url, mode: "url" } : url;
        const { action } = await inbox.handleUntilDone(params, origin);
        if (action !== "accept") throw error;
      }
    }
  }
}
