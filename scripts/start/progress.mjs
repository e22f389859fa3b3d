/**
 * Runs steps one after the other. The name of a step is printed before its work begins, and then how long it took.
 *
 * @param {readonly { name: string, run: () => Promise<unknown> }[]} steps
 * @param {(text: string) => void} write
 */
export async function runWithProgress(steps, write) {
  for (const { name, run } of steps) {
    write(`${name} … `);
    const begun = performance.now();
    try {
      await run();
    } catch (error) {
      write("failed\n");
      throw error;
    }
    write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  }
}
