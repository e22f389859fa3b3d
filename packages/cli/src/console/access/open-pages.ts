/** Tracks whether a page is open that can show questions. */
export interface OpenPages {
  /** Adds a page, until the returned function is called. */
  add(): () => void;
  /** Resolves when the first page is opened. */
  readonly first: Promise<void>;
  /** Whether a page is open, or was within the grace period. */
  readonly isAnyOpen: boolean;
  stop(): void;
}

/**
 * Mounts a UI on the inbox while a page is open and for a grace period afterwards, so that reloading or
 * reopening the page does not end the questions.
 *
 * @param graceMs - the grace period, in milliseconds
 */
export function createOpenPages(inbox: { mount(): () => void }, graceMs: number): OpenPages {
  let count = 0;
  let unmount: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstOpened: () => void;
  const first = new Promise<void>((resolve) => (firstOpened = resolve));
  const leave = (): void => {
    unmount?.();
    unmount = undefined;
  };

  return {
    first,
    get isAnyOpen() {
      return unmount !== undefined;
    },
    add() {
      clearTimeout(timer);
      count += 1;
      unmount ??= inbox.mount();
      firstOpened();
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        count -= 1;
        if (count > 0) return;
        clearTimeout(timer);
        timer = setTimeout(leave, graceMs);
        timer.unref?.();
      };
    },
    stop() {
      clearTimeout(timer);
      leave();
    },
  };
}
