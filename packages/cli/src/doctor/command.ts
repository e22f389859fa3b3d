import { watchInterruption } from "../call/interruption.js";
import type { CommandLine } from "../connect/target.js";
import { readOptions } from "./options.js";

export { createCommand } from "./options.js";

/** `midcall doctor`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const options = readOptions(line);
  if (!options) return 0;
  const interruption = watchInterruption();
  try {
    const { runDoctorServer } = await import("./server/run-doctor-server.js");
    return await runDoctorServer(options, interruption);
  } finally {
    interruption.stop();
  }
}
