import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nightFile } from "../night/install.mjs";
import { countChecks } from "./counts.mjs";

/** The suite's own limit for a scenario is 30 s; this one only catches a CLI that hangs. */
const HARD_LIMIT_MS = 600_000;

const suite = nightFile("tools", "@modelcontextprotocol/conformance/dist/index.js");
const loader = new URL("./glob-sync-loader.mjs", import.meta.url).href;

/**
 * Runs one scenario in a process of its own and reads every check it recorded. Never rejects.
 *
 * `target` is what is tested: `["server", "--url", URL]` or `["client", "--command", COMMAND]`. `isForced` runs a
 * scenario that is not on the timeline of the version.
 */
export async function runScenario({
  scenario,
  protocolVersion,
  target,
  outputDirectory,
  signal,
  isForced = false,
}) {
  const args = ["--import", loader, suite, ...target];
  args.push("--scenario", scenario, "--spec-version", protocolVersion, "-o", outputDirectory);
  if (isForced) args.push("--force");
  const { output, code } = await runToEnd(args, signal);
  const failed = (what) => `${what}; it said: ${output.trim().slice(-500)}`;
  try {
    const checks = readChecks(outputDirectory);
    const counts = countChecks(checks);
    // A client that crashed or hung after its last check shows nowhere else.
    const unexplained = code !== 0 && counts.FAILURE + counts.WARNING === 0;
    const error = unexplained ? failed(`the suite ended with code ${code}`) : undefined;
    return { scenario, protocolVersion, checks, counts, error };
  } catch {
    const error = failed("the suite recorded no checks");
    return { scenario, protocolVersion, checks: [], counts: countChecks([]), error };
  }
}

function runToEnd(args, signal) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: HARD_LIMIT_MS,
      killSignal: "SIGKILL",
      signal,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    }
    child.on("error", (error) => resolve({ output: `${output}\n${error.message}`, code: -1 }));
    child.on("close", (code) => resolve({ output, code: code ?? -1 }));
  });
}

function readChecks(outputDirectory) {
  const folders = readdirSync(outputDirectory);
  if (folders.length === 0) throw new Error("no results folder");
  return folders.flatMap((folder) =>
    JSON.parse(readFileSync(join(outputDirectory, folder, "checks.json"), "utf8")),
  );
}
