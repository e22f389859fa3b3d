/** Lets the process end although the timer is set. Timers of Workers are plain numbers and hold nothing. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  (timer as { unref?: () => void }).unref?.();
}
