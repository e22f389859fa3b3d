/** Where many wait, all of them together look no more often than once in so many milliseconds. */
const LOOK_EVERY_MS = 10;

/**
 * The pause before the next look at the store for something that a message should have told of, in milliseconds. What is looked
 * for costs the store at most a hundred operations a second for each replica, however many wait.
 *
 * @param ms - the pause where few wait
 * @param waiting - how many wait for the same kind of thing in this replica
 */
export function lookPause(ms: number, waiting: number): number {
  const share = waiting * LOOK_EVERY_MS;
  // Those that began at the same moment, as after the loss of a replica, do not stay together.
  return share > ms ? Math.max(ms, share * (0.5 + Math.random())) : ms;
}
