import { safeLine } from "../../safe-text.js";

/** As many as the official SDK follows. */
const MOST = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Those with which the request is repeated as it was. */
const REPEATING = new Set([307, 308]);

type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * The same `fetch`, of which everything goes to the origin of the request alone: a redirect would take the call, the user's headers and
 * what was answered to whoever the server names. Servers that add or remove a slash repeat the request at their own origin.
 */
export function withinOrigin(send: Send): Send {
  return async (url, init) => {
    let at = url;
    for (let followed = 0; ; followed += 1) {
      const response = await send(at, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null || !REDIRECTS.has(response.status)) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
      if (next?.origin !== url.origin || next.username !== "" || next.password !== "")
        throw new Error(elsewhere(next));
      if (!REPEATING.has(response.status)) throw new Error(otherRequest(response.status));
      if (followed === MOST) throw new Error(`The server redirects more than ${MOST} times.`);
      at = next;
    }
  };
}

const elsewhere = (next: URL | undefined): string =>
  `The server redirects to another place (${next === undefined ? "not a URL" : safeLine(next.origin, 200)}). What is sent to a server goes to its own origin alone, so that was not followed. If it is the server that you mean, give the bridge its URL.`;

const otherRequest = (status: number): string =>
  `The server redirects with the status ${status}, which would make another request of this one. That was not followed. If the server has another URL, give it to the bridge.`;
