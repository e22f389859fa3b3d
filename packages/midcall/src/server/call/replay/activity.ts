/** The work under way in one run of a handler, and when the run has come to rest. */
export interface Activity {
  /** Records that work starts. Returns the function to call when it ends. */
  busy(): () => void;
  /** Records activity: a run that was at rest no longer is. */
  touch(): void;
  /** Milliseconds since the last activity; 0 while work is under way. */
  quietMs(): number;
  /** Called when the run is over. */
  end(): void;
}

/** For runs in which nothing waits for the run to come to rest. */
export const NO_ACTIVITY: Activity = {
  busy: () => () => {},
  touch() {},
  quietMs: () => 0,
  end() {},
};

/** Does work during which a run is not at rest. */
export async function whileBusy<T>(
  activity: Pick<Activity, "busy">,
  work: () => T | Promise<T>,
): Promise<T> {
  const done = activity.busy();
  try {
    return await work();
  } finally {
    done();
  }
}

/** Receives the activity of a run. */
export interface ActivityWatch {
  /** Whether anything waits for the run to come to rest. */
  isWaitedFor(): boolean;
  /** Called at every activity. */
  onActivity(): void;
  /** Called each time the run has come to rest. */
  onRest(): void;
}

/**
 * A run is at rest when one macrotask has passed since the last activity and no work is under way. What a
 * handler does outside of steps cannot be seen and does not count.
 */
export class RunActivity implements Activity {
  readonly #watch: ActivityWatch;
  #underWay = 0;
  #seen = 0;
  #lastSeen = performance.now();
  #isLooking = false;
  #hasEnded = false;

  constructor(watch: ActivityWatch) {
    this.#watch = watch;
  }

  touch(): void {
    this.#seen += 1;
    this.#lastSeen = performance.now();
    this.#watch.onActivity();
    this.#look();
  }

  busy(): () => void {
    this.#underWay += 1;
    this.touch();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#underWay -= 1;
      this.touch();
    };
  }

  quietMs(): number {
    return this.#underWay > 0 ? 0 : performance.now() - this.#lastSeen;
  }

  end(): void {
    this.#hasEnded = true;
  }

  #look(): void {
    if (this.#isLooking || this.#hasEnded || this.#underWay > 0 || !this.#watch.isWaitedFor())
      return;
    this.#isLooking = true;
    const before = this.#seen;
    setImmediate(() => {
      this.#isLooking = false;
      if (this.#hasEnded || this.#underWay > 0) return;
      if (before === this.#seen) this.#watch.onRest();
      else this.#look();
    });
  }
}
