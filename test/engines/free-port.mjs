import { createServer } from "node:net";

/** Systems give out ports above these by themselves. */
const [FIRST, COUNT] = [12_000, 20_000];

/**
 * A port of this machine that nobody uses, and that the system gives to nobody who does not name it.
 *
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const probe = createServer();
    probe.once("error", (error) => {
      if (error.code === "EADDRINUSE") resolve(freePort());
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}
