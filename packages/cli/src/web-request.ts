/**
 * Whether a browser has sent a request for a web page, whosever page it is.
 *
 * The origin of a page on this computer says nothing of who wrote it: `localhost` is ::1 as well, where another user can listen on the
 * same port, and a tab may still show what an earlier program of the port has served. So what serves no page takes no request of any.
 *
 * All browsers name the origin with everything but GET and HEAD, and those since 2023 the site with everything. Of `none`, which is what
 * a user has typed and what desktop programs send, the destination tells whether a tab waits for it.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isOfWebPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site") ?? "none";
  const destination = headers.get("sec-fetch-dest") ?? "empty";
  return headers.has("origin") || site !== "none" || destination !== "empty";
}
