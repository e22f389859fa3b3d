/** How long a write that fails is retried, in milliseconds. */
export const RETRY_TIMEOUT_MS = 3_000;
const FIRST_PAUSE_MS = 50;

/** Retries a write for a few seconds, so that one broken connection cannot lose it. @throws what the last attempt threw */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  // Real time, not an injected clock: this waits for a store to come back.
  const giveUpAt = Date.now() + RETRY_TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await write();
    } catch (error) {
      if (Date.now() + pause > giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
