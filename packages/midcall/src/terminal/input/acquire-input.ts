const last = new WeakMap<object, Promise<void>>();

/**
 * Waits until nothing else of midcall reads this input, and keeps it from doing so until `release` is
 * called. `mountTerminal` and `askForm` take turns that way: a key pressed in one never answers the other.
 * Take one as well around each prompt of the program's own, if questions may come while it is open; they
 * wait until it is over, and their time does not run. Never rejects.
 *
 * @param input - the stream keys are read from, such as `process.stdin`
 * @param signal - ends the waiting: where it is aborted, the turn did not come; call `release` and read nothing
 * @returns `release`, to be called at the end, however it comes; more than once does no harm
 *
 * @example
 * ```ts
 * import { createInterface } from "node:readline/promises";
 * import { acquireInput } from "midcall/terminal";
 *
 * async function readLine(signal?: AbortSignal): Promise<string | undefined> {
 *   const release = await acquireInput(process.stdin, signal);
 *   if (signal?.aborted) return void release();
 *   const prompt = createInterface({ input: process.stdin, output: process.stdout });
 *   try {
 *     return await prompt.question("> ");
 *   } finally {
 *     prompt.close();
 *     release();
 *   }
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model
 */
export async function acquireInput(input: object, signal?: AbortSignal): Promise<() => void> {
  const before = last.get(input) ?? Promise.resolve();
  let release = (): void => {};
  const own = new Promise<void>((resolve) => (release = resolve));
  // Anyone who gives up waiting lets nobody pass.
  last.set(
    input,
    before.then(() => own),
  );
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal?.addEventListener("abort", stop, { once: true });
  });
  if (!signal?.aborted) await Promise.race([before, aborted]);
  signal?.removeEventListener("abort", stop);
  return release;
}
