const last = new WeakMap<object, Promise<void>>();

/**
 * Acquires the exclusive right to read an input: waits until no other part of midcall reads it, and holds it until
 * `release` is called. `mountTerminal` and `askForm` take turns this way, so that a key pressed in one never answers
 * the other. Acquire the input around each of your program's own prompts too, if questions may arrive while it is open;
 * they then wait until the prompt has ended, and their time does not run. Never rejects.
 *
 * @param input - the stream from which keys are read, such as `process.stdin`
 * @param signal - stops waiting. If it is aborted, the input may still be in use: call `release` and read nothing
 * @returns `release`, to be called at the end in every case; further calls do nothing
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
  // The next in line also waits for `before`, so that an aborted wait lets no other reader in early.
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
