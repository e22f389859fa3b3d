/** A UI that replaces another one may mount this much later, in milliseconds. */
const GRACE_MS = 1000;

/** The UIs that can show questions at the moment. */
export interface MountedUis {
  /** Whether there is one now. */
  present(): boolean;
  /** Adds one, until the returned function is called. */
  mount(): () => void;
}

/** @param onGone - called when the last UI has been gone for a second */
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
