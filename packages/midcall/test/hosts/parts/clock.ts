import { setTimeout as sleep } from "node:timers/promises";

/** The time of a simulated host, in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Lets time pass; what is due is done on the way. */
  pass(ms: number): Promise<void>;
  /** Does something at that time. @returns what calls it off */
  at(time: number, alarm: () => void): () => void;
}

/** A clock that stands still but for `pass`, which takes no time. Give `now` to the server too. */
export function createManualClock(start = Date.now()): Clock {
  let time = start;
  let last: Promise<void> = Promise.resolve();
  const alarms = new Set<{ readonly time: number; readonly alarm: () => void }>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const passNow = async (ms: number): Promise<void> => {
    const until = time + ms;
    for (;;) {
      const [next] = [...alarms]
        .filter((one) => one.time <= until)
        .sort((left, right) => left.time - right.time);
      if (next === undefined) break;
      alarms.delete(next);
      time = Math.max(time, next.time);
      next.alarm();
      await settle();
    }
    time = until;
    await settle();
  };
  return {
    now: () => time,
    // One after the other: two users of one host do not think at the same time.
    pass: (ms) => (last = last.then(() => passNow(ms))),
    at(due, alarm) {
      const entry = { time: due, alarm };
      alarms.add(entry);
      return () => void alarms.delete(entry);
    },
  };
}

/** The clock of this machine, for servers in other processes. */
export function createRealClock(): Clock {
  return {
    now: Date.now,
    pass: (ms) => sleep(ms, undefined),
    at(due, alarm) {
      const timer = setTimeout(alarm, Math.max(0, due - Date.now()));
      return () => clearTimeout(timer);
    },
  };
}
