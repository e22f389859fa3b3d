import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { countChecks } from "./counts.mjs";

/** The suite's own limit for a scenario is 30 s; this one only catches a CLI that hangs. */
const HARD_LIMIT_MS = 60_000;

const suite = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/conformance/dist/index.js",
);
const loader = new URL("./glob-sync-loader.mjs", import.meta.url).href;

/** Runs one scenario in a process of its own and reads every check it recorded. Never rejects. */
export async function runScenario({ scenario, revision, url, outputDirectory, signal }) {
  const args = ["--import", loader, suite, "server", "--url", url];
  args.push("--scenario", scenario, "--spec-version", revision, "-o", outputDirectory);
  const output = await runToEnd(args, signal);
  try {
    const checks = readChecks(outputDirectory);
    return { scenario, revision, checks, counts: countChecks(checks) };
  } catch {
    const error = `the suite recorded no checks; it said: ${output.trim().slice(-500)}`;
    return { scenario, revision, checks: [], counts: countChecks([]), error };
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
    child.on("error", (error) => resolve(`${output}\n${error.message}`));
    child.on("close", () => resolve(output));
  });
}

function readChecks(outputDirectory) {
  const folders = readdirSync(outputDirectory);
  if (folders.length === 0) throw new Error("no results folder");
  return folders.flatMap((folder) =>
    JSON.parse(readFileSync(join(outputDirectory, folder, "checks.json"), "utf8")),
  );
}
