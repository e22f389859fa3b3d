/**
 * The script that removes a service worker which another program has left behind on a port of this computer. A browser asks
 * for the script of a worker again when it opens a page there, and runs what it gets: this one removes the worker and
 * reloads the pages that it had control of. Only for servers that have no service worker of their own.
 *
 * @example
 * ```ts
 * const server = createServer((request, response) => {
 *   if (request.method === "GET" && request.headers["service-worker"] === "script") {
 *     response.writeHead(200, { "content-type": "text/javascript" }).end(REMOVE_WORKER);
 *     return;
 *   }
 *   answer(request, response);
 * });
 * ```
 */
export const REMOVE_WORKER: string = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) await page.navigate(page.url);
}
`;
