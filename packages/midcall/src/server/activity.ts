/** What is under way in one run of a handler, and when the run has come to rest. */
export interface Activity {
  /** Work has begun. Returns the function that ends it. */
  busy(): () => void;
  /** A sign of life: a run that was at rest is so no more. */
  touch(): void;
  /** The run is over. */
  end(): void;
}

export interface ActivityParts {
  /** Whether anybody waits for the run to come to rest. */
  readonly isWaitedFor: () => boolean;
  /** Called at every sign of life. */
  readonly onActivity: () => void;
  /** Called when the run has come to rest, once each time. */
  readonly onRest: () => void;
}

/**
 * A run is at rest when one macrotask has passed since the last activity and no work is under way. What a
 * handler does outside of steps cannot be seen and counts for nothing.
 */
export function createActivity({ isWaitedFor, onActivity, onRest }: ActivityParts): Activity {
  let underWay = 0;
  let seen = 0;
  let isLooking = false;
  let hasEnded = false;

  const look = (): void => {
    if (isLooking || hasEnded || underWay > 0 || !isWaitedFor()) return;
    isLooking = true;
    const before = seen;
    setImmediate(() => {
      isLooking = false;
      if (hasEnded || underWay > 0) return;
      if (before === seen) onRest();
      else look();
    });
  };
  const touch = (): void => {
    seen += 1;
    onActivity();
    look();
  };

  return {
    touch,
    busy() {
      underWay += 1;
      touch();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        underWay -= 1;
        touch();
      };
    },
    end: () => void (hasEnded = true),
  };
}
