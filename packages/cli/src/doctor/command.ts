import { Command, CommanderError, InvalidArgumentError } from "commander";
import { watchInterruption } from "../call/interruption.js";
import type { CommandLine } from "../connect/target.js";
import { UsageError } from "../errors.js";

interface Flags {
  readonly http?: number;
  readonly json?: string;
  readonly write?: string;
  readonly scripted: boolean;
}

const HELP_AFTER = `
Add it to the configuration of a host as a server, then ask the host to call examine:
  {"mcpServers": {"doctor": {"command": "npx", "args": ["-y", "@midcall/cli", "doctor"]}}}`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}

/** The definition of `midcall doctor`. */
export function createCommand(): Command {
  return new Command("midcall doctor")
    .usage("[options]")
    .description("A server to add to a host: it examines how the host asks its user.")
    .option("--http <port>", "serve on this port of 127.0.0.1, 0 for any free one", readPort)
    .option("--json <file>", "write the reports to this file, as JSON")
    .option("--write <file>", "write the overrides for hosts to this file, as a module")
    .option("--scripted", "a script answers: judge no answer by its speed", false)
    .addHelpText("after", HELP_AFTER)
    .allowExcessArguments()
    .exitOverride();
}

/** `midcall doctor`. @returns the exit code */
export async function run({ own, server }: CommandLine): Promise<number> {
  const command = createCommand();
  try {
    command.parse([...own], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  const unexpected = [...command.args, ...server][0];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}".`);
  const { http, json, write, scripted } = command.opts<Flags>();
  const { runDoctorHost } = await import("./host/run-doctor-host.js");
  const interruption = watchInterruption();
  try {
    const times = scripted ? { fastestMs: 0 } : {};
    return await runDoctorHost({ httpPort: http, json, write, times, signal: interruption.signal });
  } finally {
    interruption.stop();
  }
}
