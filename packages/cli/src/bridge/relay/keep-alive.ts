import type { Members } from "./messages.js";

const EVERY_MS = 15_000;
/** Smaller than any step that a server makes, so that its own progress still increases. */
const STEP = 1e-6;

/**
 * Reports progress to the host while the user thinks: hosts that extend their time limit do so with progress.
 *
 * @param token - the token of the host's request; without one nothing is sent
 * @returns a function that ends it
 */
export function createKeepAlive(token: unknown, send: (params: Members) => void): () => void {
  if (typeof token !== "string" && typeof token !== "number") return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress += STEP;
    send({ progressToken: token, progress, message: "Waiting for the user's answer." });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
