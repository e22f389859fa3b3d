import { MidcallError } from "../../../../contracts/errors.js";
import { StoreFailedError } from "../../../errors.js";
import { unref } from "../../../../internal/unref.js";

/** How long an operation is tried again, in milliseconds. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;

/**
 * Does what has to get through although the store may be away for a moment: tries again for up to ten seconds.
 *
 * A write that failed may have got through: `putIfAbsent` then finds its own value, so what is tried has to be safe to repeat.
 * What decides who goes on is written with `SealedStore.claim`.
 *
 * @throws the last error
 */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let ms = FIRST_PAUSE_MS; ; ms *= 2) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() + ms > until || !mayPass(error)) throw error;
      await new Promise<void>((resolve) => unref(setTimeout(resolve, ms)));
    }
  }
}

/** Whether it may be different the next time: a store that is full or closed says so itself. */
function mayPass(error: unknown): boolean {
  const cause = error instanceof StoreFailedError ? error.cause : error;
  return !(cause instanceof MidcallError);
}
