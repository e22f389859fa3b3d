/**
 * The script that replaces a service worker which another program has left behind on the console's port. A browser asks
 * for the script of a worker again when a page is opened, and runs what it gets: this one removes the worker and reloads
 * the pages that it had control of.
 */
const REMOVE_WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) await page.navigate(page.url);
}
`;

/** The answer to a request for the script of a service worker. The console has none, so it is another program's. */
export function answerForeignWorker(): Response {
  return new Response(REMOVE_WORKER, { headers: { "content-type": "text/javascript" } });
}
