/** How long after one UI is unmounted another may replace it, in milliseconds. */
const GRACE_MS = 1000;

/** A UI that shows questions. */
export interface MountedUi {
  /**
   * Whether no key and no click can answer in it that was meant for something else, as in those of `midcall/react` and
   * `midcall/terminal`. Clients then declare it, and servers of midcall ask for a confirmation with Yes and No, and do not
   * doubt an answer that comes fast. Default `false`.
   */
  readonly isGuarded?: boolean;
}

/** The mounted UIs, which can show questions. */
export interface MountedUis {
  /** Whether a UI is mounted. */
  present(): boolean;
  /** Whether all mounted UIs are guarded. */
  guarded(): boolean;
  /** Adds a UI until the returned function is called. */
  mount(ui?: MountedUi): () => void;
}

/** @param onGone - called one second after the last UI was unmounted */
export function createMountedUis(onGone: () => void): MountedUis {
  let count = 0;
  let unguarded = 0;
  let grace: ReturnType<typeof setTimeout> | undefined;
  return {
    present: () => count > 0,
    guarded: () => count > 0 && unguarded === 0,
    mount({ isGuarded = false } = {}) {
      count += 1;
      if (!isGuarded) unguarded += 1;
      clearTimeout(grace);
      let mounted = true;
      return () => {
        if (!mounted) return;
        mounted = false;
        count -= 1;
        if (!isGuarded) unguarded -= 1;
        if (count === 0) grace = setTimeout(onGone, GRACE_MS);
      };
    },
  };
}
