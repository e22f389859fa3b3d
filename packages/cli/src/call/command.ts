import type { CommandLine } from "../connect/target.js";
import { EXIT } from "./report/exit-code.js";
import { watchInterruption } from "./interruption.js";
import { readOptions } from "./options.js";
import { runCall } from "./run-call.js";
import { forgetSignIn } from "./sign-in/forget.js";

export { createCommand } from "./options.js";

/** `midcall call`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const options = readOptions(line);
  if (!options) return EXIT.done;
  if (options.forget) {
    await forgetSignIn(options);
    return EXIT.done;
  }
  const interruption = watchInterruption();
  try {
    return await runCall(options, interruption);
  } finally {
    interruption.stop();
  }
}
