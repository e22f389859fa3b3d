import type { Inbox, Origin } from "midcall/client";

/** Servers of 2025-11-25 may refuse a call until the person has been to some pages. */
const URL_ELICITATION_REQUIRED = -32042;
const MOST_LINKS = 10;
const MOST_TRIES = 3;

/**
 * Makes a call; when it is refused for pages to visit, puts each to the person and makes it again once
 * they are done there. `inbox.attach` does this for the official client of today; for any other client
 * library it takes this much.
 *
 * @throws whatever the call throws; a refusal also when the person does not want to go
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
        // Whatever the server put there: the error is about links, so it can only be asked as one.
        const params = { ...link, mode: "url" };
        const { action } = await inbox.handleUntilDone(params, { ...origin, signal });
        if (action === "accept") return;
        failed.abort();
        throw error;
      };
      // All at once, though the inbox shows one at a time: any page may be done at any time.
      await Promise.all(links.map(visit));
    }
  }
}

/** By its code, as each library has an error class of its own. */
function linksOf(error: unknown): object[] {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { elicitations?: unknown } };
  const listed = code === URL_ELICITATION_REQUIRED ? data?.elicitations : undefined;
  return Array.isArray(listed) ? listed.filter((link) => typeof link === "object" && link) : [];
}
