import type { Command } from "commander";
import { watchInterruption } from "../call/interruption.js";
import type { CommandLine } from "../connect/target.js";
import { createHostCommand, readHostOptions } from "./host/host-options.js";
import { readOptions } from "./options.js";

/** The definition of `midcall doctor`; `midcall doctor --server` has options of its own. */
export function createCommand(): Command {
  return createHostCommand();
}

/** `midcall doctor`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const isServer = line.own.includes("--server");
  const ofServer = isServer ? readOptions(line) : undefined;
  const ofHost = isServer ? undefined : readHostOptions(line);
  const interruption = watchInterruption();
  try {
    if (ofServer) {
      const { runDoctorServer } = await import("./server/run-doctor-server.js");
      return await runDoctorServer(ofServer, interruption);
    }
    if (!ofHost) return 0;
    const { runDoctorHost } = await import("./host/run-doctor-host.js");
    return await runDoctorHost({ ...ofHost, signal: interruption.signal });
  } finally {
    interruption.stop();
  }
}
