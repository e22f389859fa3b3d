import type { RequestChannel } from "../framework/request-channel.js";
import { unref } from "../../internal/unref.js";

type Notify = RequestChannel["notify"];

/** Sends progress notifications while a question is open, so that the host keeps the call open. */
export interface KeepAlive {
  /** Starts sending; returns the function that stops. Overlapping starts send one series. */
  start(): () => void;
  /** The `notify` for the handler, adjusted so that progress never decreases. */
  readonly notify: Notify;
}

/** Small enough to stay below any increment that the handler uses. */
const STEP = 1e-6;

/** The next larger progress. With large numbers a fixed increment would be rounded away. */
function after(progress: number): number {
  return progress + Math.max(STEP, Math.abs(progress) * Number.EPSILON);
}

/**
 * Sends progress notifications at an interval if the caller sent a progress token. Each has slightly more progress than
 * the previous one, including those of the handler, as the protocol requires.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export function createKeepAlive(
  { notify, progressToken }: Pick<RequestChannel, "notify" | "progressToken">,
  everyMs: number,
): KeepAlive {
  if (progressToken === undefined) return { start: () => () => {}, notify };

  let progress = 0;
  let beats = 0;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  const beat = (): void => {
    progress = after(progress);
    beats += 1;
    notify({
      method: "notifications/progress",
      params: { progressToken, progress, message: "Waiting for an answer" },
    }).catch(() => {
      // The connection has ended. The call is notified of that separately.
    });
  };

  return {
    notify: (notification) => {
      const params = notification.params as { progress?: unknown } | undefined;
      const sent = params?.progress;
      if (notification.method !== "notifications/progress" || typeof sent !== "number") {
        return notify(notification);
      }
      // A handler that starts to report progress only now may be below the progress sent while it waited.
      const ahead = beats > 0 && sent <= progress ? after(progress) : sent;
      progress = Math.max(progress, ahead);
      return notify(
        ahead === sent ? notification : { ...notification, params: { ...params, progress: ahead } },
      );
    },
    start() {
      users += 1;
      if (users === 1) {
        timer = setInterval(beat, everyMs);
        unref(timer);
      }
      let once = true;
      return () => {
        if (!once) return;
        once = false;
        users -= 1;
        if (users === 0) clearInterval(timer);
      };
    },
  };
}
