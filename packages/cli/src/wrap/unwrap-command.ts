import type { Command } from "commander";
import type { CommandLine } from "../connect/target.js";
import { bridgeProgram, thisInstallation } from "./bridge-program.js";
import { changeFiles } from "./change-files.js";
import { defineOptions, parseOptions } from "./options.js";
import { planUnwrap } from "./plan.js";

/** The definition of `midcall unwrap`. */
export const createCommand = (): Command =>
  defineOptions("unwrap", "Takes back what midcall wrap has changed, and nothing else.");

/** `midcall unwrap`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const options = parseOptions(createCommand(), line);
  if (!options) return 0;
  const program = bridgeProgram(thisInstallation());
  return changeFiles("unwrap", options, program, planUnwrap);
}
