import { appendFileSync } from "node:fs";

/**
 * Lets a test move the time of a program, with `node --import`: at each SIGUSR2 its clock jumps by JUMP_MS, and the
 * timers that are due by then fire. Then it adds to JUMP_FILE. Nothing of the program itself is changed.
 */
const jump = Number(process.env.JUMP_MS ?? 0);
const RealDate = Date;
const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis;
let ahead = 0;
const now = () => RealDate.now() + ahead;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
};

/** What has been set and has not fired, by what its caller got. */
const waiting = new Map();

globalThis.setTimeout = (work, ms = 0, ...args) => {
  const fire = () => {
    waiting.delete(given);
    work(...args);
  };
  const given = realTimeout(fire, ms);
  waiting.set(given, { fire, due: now() + ms, running: given });
  return given;
};
globalThis.clearTimeout = (given) => {
  realClear(waiting.get(given)?.running ?? given);
  waiting.delete(given);
};

process.on("SIGUSR2", () => {
  ahead += jump;
  for (const timer of [...waiting.values()].sort((one, other) => one.due - other.due)) {
    const { running, fire, due } = timer;
    realClear(running);
    timer.running = realTimeout(fire, Math.max(0, due - now()));
    if (!running.hasRef()) timer.running.unref();
  }
  appendFileSync(process.env.JUMP_FILE, ".");
});
