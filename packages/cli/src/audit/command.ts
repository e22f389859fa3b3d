import type { CommandLine } from "../connect/target.js";
import { parseOptions } from "./options.js";

export { createCommand } from "./options.js";

/** `midcall audit`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const options = parseOptions(line);
  if (!options) return 0;
  if (options.task === "verify") {
    const { verify } = await import("./verify.js");
    return verify(options);
  }
  const { show } = await import("./show.js");
  return show(options);
}
