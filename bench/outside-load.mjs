import { cpus } from "node:os";

/**
 * Starts measuring the load that other processes put on the machine.
 *
 * @returns {(serverMicros: number) => number} the number of cores used since then by neither this process nor the
 *   servers
 */
export function watchOutsideLoad() {
  const start = { time: performance.now(), busy: busyMicros(), own: process.cpuUsage() };
  return (serverMicros) => {
    const own = process.cpuUsage(start.own);
    const outside = busyMicros() - start.busy - own.user - own.system - serverMicros;
    return Math.max(0, outside / ((performance.now() - start.time) * 1000));
  };
}

function busyMicros() {
  return cpus().reduce(
    (sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1000,
    0,
  );
}
