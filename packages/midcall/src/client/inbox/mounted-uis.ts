/** How long after one UI is unmounted another may replace it, in milliseconds. */
const GRACE_MS = 1000;

/** The mounted UIs, which can show questions. */
export interface MountedUis {
  /** Whether a UI is mounted. */
  present(): boolean;
  /** Adds a UI until the returned function is called. */
  mount(): () => void;
}

/** @param onGone - called one second after the last UI was unmounted */
export function createMountedUis(onGone: () => void): MountedUis {
  let count = 0;
  let grace: ReturnType<typeof setTimeout> | undefined;
  return {
    present: () => count > 0,
    mount() {
      count += 1;
      clearTimeout(grace);
      let mounted = true;
      return () => {
        if (!mounted) return;
        mounted = false;
        count -= 1;
        if (count === 0) grace = setTimeout(onGone, GRACE_MS);
      };
    },
  };
}
