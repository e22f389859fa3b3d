/** Whether a page is there to show questions. */
export interface OpenPages {
  /** A page is there, until the returned function is called. */
  add(): () => void;
  /** Resolves when the first page is there. */
  readonly first: Promise<void>;
  readonly isAnyOpen: boolean;
  stop(): void;
}

/**
 * Tells the inbox that a UI is there while a page is open, and for a while after: a reload, or a tab
 * that is opened again, must not cost the person their question.
 *
 * @param graceMs - how long a page may be gone
 */
export function createOpenPages(inbox: { mount(): () => void }, graceMs: number): OpenPages {
  let pages = 0;
  let unmount: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen: () => void;
  const first = new Promise<void>((resolve) => (seen = resolve));
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
      pages += 1;
      unmount ??= inbox.mount();
      seen();
      let here = true;
      return () => {
        if (!here) return;
        here = false;
        pages -= 1;
        if (pages > 0) return;
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
