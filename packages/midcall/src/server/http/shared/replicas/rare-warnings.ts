import type { Logger } from "../../../logger.js";
import { describeCause } from "../../../state/wrap-store-errors.js";

/** Shortest pause between two warnings of one kind. */
const WARN_MS = 60_000;

/**
 * Warns of what fails at most once a minute for each kind: while the store is away, the same thing fails for every client
 * every second.
 *
 * @returns a function that takes what has failed, one of a few fixed texts, and the error
 */
export function createRareWarnings(logger: Logger): (what: string, error: unknown) => void {
  const warnedAt = new Map<string, number>();
  return (what, error) => {
    const now = performance.now();
    if (now - (warnedAt.get(what) ?? -Infinity) < WARN_MS) return;
    warnedAt.set(what, now);
    logger.warn(
      `midcall: ${what}: ${describeCause(error)}. This warning is repeated at most once a minute.`,
    );
  };
}
