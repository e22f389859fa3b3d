import type { Inbox, Origin } from "midcall/client";

/** Servers of 2025-11-25 may reject a call until the user has completed some pages. */
const URL_ELICITATION_REQUIRED = -32042;
const MOST_LINKS = 10;
const MOST_TRIES = 3;

/**
 * Makes a call. If the server rejects it because pages must be completed first, asks the user to open each of them and
 * repeats the call afterwards. `inbox.attach` does this for the current official client; other client libraries need
 * this code.
 *
 * @throws the error of the call; also the rejection, if the user declines a page
 */
export async function afterLinks<T>(
  inbox: Inbox,
  origin: Origin,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const links = linksOf(error);
      if (links.length === 0 || links.length > MOST_LINKS || attempt > MOST_TRIES) throw error;
      const failed = new AbortController();
      const signals = [failed.signal, ...(origin.signal ? [origin.signal] : [])];
      const signal = AbortSignal.any(signals);
      const visit = async (link: object): Promise<void> => {
        // The mode is always "url", whatever the server sent, because the error is about links.
        const params = { ...link, mode: "url" };
        const { action } = await inbox.handleUntilDone(params, { ...origin, signal });
        if (action === "accept") return;
        failed.abort();
        throw error;
      };
      // In parallel, because pages can be completed in any order. The inbox shows one at a time.
      await Promise.all(links.map(visit));
    }
  }
}

/** Identified by its code, because each library has its own error class. */
function linksOf(error: unknown): object[] {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { elicitations?: unknown } };
  const listed = code === URL_ELICITATION_REQUIRED ? data?.elicitations : undefined;
  return Array.isArray(listed) ? listed.filter((link) => typeof link === "object" && link) : [];
}
