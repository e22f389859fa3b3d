import { connect } from "node:net";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Resolves when a port of this machine accepts connections. @throws {Error} if the process ends before */
export async function reachable(port, child) {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `${child.spawnargs.join(" ")} ended before it served. FLEET_DEBUG=1 shows what it says.`,
      );
    await pause(50);
  }
}
