import type { VisitEnd } from "../../contracts/pages.js";
import type { Store } from "../../store/index.js";
import type { FlowStore } from "./flow-store.js";
import { endKey, type VisitEndings } from "./visit-endings.js";

/** Polling interval for checks without a notification, in milliseconds. */
const POLL_MS = 1000;
/** Polling interval in addition to the store's messages, in milliseconds, in case a message gets lost. */
const FALLBACK_POLL_MS = 10_000;

/** The services that {@link waitForEnd} uses. */
export interface WaitServices {
  readonly store: Store;
  readonly flows: FlowStore;
  readonly endings: VisitEndings;
  readonly now: () => number;
}

/**
 * Waits for the end of a visit, in any process.
 *
 * @param completed - Asked about once a second whether the step elsewhere has been completed.
 * @returns the end, or `undefined` when the signal aborts first
 */
export async function waitForEnd(
  { store, flows, endings, now }: WaitServices,
  id: string,
  completed: (() => Promise<boolean>) | undefined,
  signal: AbortSignal | undefined,
): Promise<VisitEnd | undefined> {
  let woken = false;
  let resume: () => void = () => {};
  let check: Promise<boolean> | undefined;
  const wake = (): void => {
    woken = true;
    resume();
  };
  const unsubscribe = await store.subscribe(endKey(id), wake);
  signal?.addEventListener("abort", wake);
  try {
    for (;;) {
      woken = false;
      const ended = await endings.end(id);
      if (ended || signal?.aborted) return ended;
      const stored = await flows.load(id);
      // A visit that has expired without an end is just being finished.
      const leftMs = (stored?.flow.expiresAt ?? 0) - now();
      const sleep = (ms: number): Promise<void> =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, leftMs <= 0 ? POLL_MS : Math.min(leftMs, ms));
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
          if (woken || signal?.aborted) resume();
        });
      if (stored && completed) {
        // The call may take long or never settle, which must delay neither the link's expiry nor the end of the wait.
        check ??= (async () => completed())().catch(() => false);
        const isDone = await Promise.race([check, sleep(FALLBACK_POLL_MS)]);
        resume();
        if (isDone === undefined) continue;
        check = undefined;
        if (isDone && (await endings.finish(stored, { status: "done" }))) continue;
      }
      await sleep(completed ? POLL_MS : FALLBACK_POLL_MS);
    }
  } finally {
    signal?.removeEventListener("abort", wake);
    await unsubscribe();
  }
}
