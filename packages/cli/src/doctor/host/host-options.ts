import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { CommandLine } from "../../connect/target.js";
import { UsageError } from "../../errors.js";
import { safeLine } from "../../safe-text.js";
import type { DoctorHostOptions } from "./run-doctor-host.js";

interface Flags {
  readonly http?: number;
  readonly json?: string;
  readonly write?: string;
  readonly scripted: boolean;
}

const HELP_AFTER = `
Add it to the configuration of a host as a server, then ask the host to call examine:
  {"mcpServers": {"doctor": {"command": "npx", "args": ["-y", "@midcall/cli", "doctor"]}}}

To examine a server instead: midcall doctor --server -- COMMAND…
Its options are shown by:    midcall doctor --server --help`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}

/** The definition of `midcall doctor` without `--server`. */
export function createHostCommand(): Command {
  return new Command("midcall doctor")
    .usage("[options]\n       midcall doctor --server [options] -- COMMAND… | URL")
    .description("A server to add to a host: it examines how the host asks its user.")
    .option("--server", "examine a server instead")
    .option("--http <port>", "serve on this port of 127.0.0.1, 0 for any free one", readPort)
    .option("--json <file>", "write the reports to this file, as JSON")
    .option("--write <file>", "write the overrides for hosts to this file, as a module")
    .option("--scripted", "a script answers: judge no answer by its speed", false)
    .addHelpText("after", HELP_AFTER)
    .allowExcessArguments()
    .exitOverride();
}

/**
 * Parses the command line of `midcall doctor` without `--server`.
 *
 * @returns `undefined` when help was requested and printed
 * @throws UsageError
 */
export function readHostOptions({
  own,
  server,
}: CommandLine): Omit<DoctorHostOptions, "signal"> | undefined {
  const command = createHostCommand().configureOutput({ writeErr: () => {} });
  try {
    command.parse([...own], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    const what = error.message.replace(/^error: /, "");
    throw new UsageError(
      `${what}. Pass --server to examine a server, or run midcall doctor --help for the options.`,
    );
  }
  const [unexpected] = [...command.args, ...server];
  if (unexpected !== undefined) {
    throw new UsageError(
      `Unexpected argument "${safeLine(unexpected, 80)}". To examine a server, pass --server before it.`,
    );
  }
  const { http, json, write, scripted } = command.opts<Flags>();
  return { httpPort: http, json, write, times: scripted ? { fastestMs: 0 } : {} };
}
