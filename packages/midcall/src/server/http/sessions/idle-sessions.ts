import { unref } from "../../../internal/unref.js";
import type { ActiveSession } from "../session-activity.js";

/** Longest pause between two searches for idle sessions. */
const SWEEP_MS = 60_000;

/** Closes sessions that have been idle for too long. */
export interface IdleSessions {
  /** Begins to look for them. Runs only while there are sessions: some runtimes forbid timers before the first request. */
  start(): void;
  stop(): void;
}

/** @param idleMs - milliseconds after which a session without requests is closed */
export function createIdleSessions(
  sessions: ReadonlyMap<string, ActiveSession>,
  idleMs: number,
  end: (id: string) => void,
): IdleSessions {
  let sweeping: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const sweep = (): void => {
    const oldest = Date.now() - idleMs;
    for (const [id, session] of sessions) {
      if (session.busy.size === 0 && session.usedAt < oldest) end(id);
    }
    if (sessions.size === 0) stop();
  };
  return {
    start() {
      if (sweeping !== undefined) return;
      sweeping = setInterval(sweep, Math.min(idleMs, SWEEP_MS));
      unref(sweeping);
    },
    stop,
  };
}
