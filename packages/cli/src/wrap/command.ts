import type { Command } from "commander";
import type { CommandLine } from "../connect/target.js";
import { bridgeProgram, thisInstallation } from "./bridge-program.js";
import { changeFiles } from "./change-files.js";
import { defineOptions, parseOptions } from "./options.js";
import { planWrap } from "./plan.js";

/** The definition of `midcall wrap`. */
export const createCommand = (): Command =>
  defineOptions(
    "wrap",
    "Puts midcall bridge in front of the servers in the MCP configurations of your hosts.",
  );

/** `midcall wrap`. @returns the exit code */
export async function run(line: CommandLine): Promise<number> {
  const options = parseOptions(createCommand(), line);
  if (!options) return 0;
  const program = bridgeProgram(thisInstallation());
  return changeFiles("wrap", options, program, (host, file, names) =>
    planWrap(host, file, names, program),
  );
}
