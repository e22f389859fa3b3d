/** How long a write that fails is tried again. */
export const PATIENCE_MS = 3_000;
const FIRST_PAUSE_MS = 50;

/** Writes, and writes again for a few seconds if that fails; for what must not be lost to one broken connection. */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  // Real time: this is about a store that comes back, not about the age of anything.
  const patience = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await write();
    } catch (error) {
      if (Date.now() + pause > patience) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
