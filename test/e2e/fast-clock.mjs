/**
 * Makes time fly for a program, with `node --import`: its clock and its timers run FAST_CLOCK times as fast. Nothing
 * of the program itself is changed.
 */
const factor = Number(process.env.FAST_CLOCK ?? 1);
const start = Date.now();
const RealDate = Date;
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
const now = () => Math.round(start + (RealDate.now() - start) * factor);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
};
globalThis.setTimeout = (work, ms = 0, ...args) => realTimeout(work, ms / factor, ...args);
globalThis.setInterval = (work, ms = 0, ...args) => realInterval(work, ms / factor, ...args);
