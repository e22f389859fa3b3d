import type { Writable } from "node:stream";

/** What waits to be read before no more is written, in bytes. */
const MOST_WAITING = 1024 * 1024;

/**
 * Writes lines to the bridge's error output. Where its host does not read them, they are left out until it does: to hold the server back
 * in their place would end its work for ever, over a log.
 *
 * @returns a function that takes a line, with its line end
 */
export function createErrorOutput(output: Writable): (line: string) => void {
  let left = 0;
  return (line) => {
    if (output.writableLength >= MOST_WAITING) {
      if (left === 0)
        output.once("drain", () => {
          output.write(`midcall bridge: Nobody has read this, so ${left} lines were left out.\n`);
          left = 0;
        });
      left += 1;
    } else output.write(line);
  };
}
