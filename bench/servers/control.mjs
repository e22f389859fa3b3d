/**
 * Reports a server's port, and its resource usage on request, over the IPC channel of `fork` and never over HTTP.
 */

/** @typedef {{ cpuMicros: number, heapBytes: number, rssBytes: number, outsideBytes: number }} Usage */

/**
 * Prints `{"port":…}`. Under `fork` it also sends it, and then answers `{ id, collect }` with the resource usage of the
 * process (`collect` runs the garbage collector first).
 *
 * @param {number} port
 * @param {() => object} [more] further figures of the server
 */
export function announce(port, more) {
  console.log(JSON.stringify({ port }));
  if (process.send === undefined) return;
  process.on("message", async ({ id, collect }) => {
    if (collect) await collectGarbage();
    process.send({ id, usage: { ...usage(), ...more?.() } });
  });
  process.on("disconnect", () => process.exit(0));
  process.send({ port });
}

/** @returns {Usage} */
function usage() {
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss, external } = process.memoryUsage();
  return { cpuMicros: user + system, heapBytes: heapUsed, rssBytes: rss, outsideBytes: external };
}

async function collectGarbage() {
  if (globalThis.gc === undefined)
    throw new Error("start this server with --expose-gc to measure its heap");
  for (let pass = 0; pass < 6; pass += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
