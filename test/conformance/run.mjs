/**
 * Runs the official conformance suite's elicitation and multi-round scenarios against our fixture
 * server, or our fixture client, and prints what every check said.
 *
 *   node test/conformance/run.mjs [--through-sdk] [--url URL] [--only TEXT] [--verbose]
 *   node test/conformance/run.mjs --sdk-v1 [--only TEXT] [--verbose]
 *   node test/conformance/run.mjs --task-handlers [--url URL] [--only TEXT] [--verbose]
 *   node test/conformance/run.mjs --tasks [--url URL] [--only TEXT] [--verbose]
 *   node test/conformance/run.mjs --client [--command COMMAND] [--only TEXT] [--verbose]
 *
 * `--through-sdk` tests our server with `direct: false`.
 * `--sdk-v1` tests our fixture server on SDK 1.x, on the protocol versions of 2025. `--tasks` runs the scenarios of the
 * extension for tasks on a server written by hand, `--task-handlers` those of them that handlers of midcall's pass.
 * `--url` tests a server that already runs instead of starting ours, `--command` another client than ours; `--only` runs
 * the scenarios with TEXT in their name; `--verbose` prints every check.
 * Exit code 1 on any FAILURE or WARNING, on a scenario that checked nothing, or on too few successes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installNight } from "../night/install.mjs";
import { findProblems, STATUSES, sumCounts } from "./counts.mjs";
import { FIXTURE_CLIENT } from "./fixture-client.mjs";
import { runScenario } from "./run-scenario.mjs";
import { CLIENT_RUN, SDK_V1_RUN, SERVER_RUN, TASK_HANDLERS_RUN, TASKS_RUN } from "./scenarios.mjs";
import { startFixtureServer } from "./start-fixture-server.mjs";

const CONCURRENCY = 2;

const USAGE =
  "Usage: node test/conformance/run.mjs [--through-sdk | --sdk-v1 | --tasks | --task-handlers | --client] [--command COMMAND] [--url URL] [--only TEXT] [--verbose]";

/** The command line; what does not fit it is answered with the usage. */
function readFlags() {
  try {
    return parseArgs({
      options: {
        client: { type: "boolean", default: false },
        "through-sdk": { type: "boolean", default: false },
        "sdk-v1": { type: "boolean", default: false },
        tasks: { type: "boolean", default: false },
        "task-handlers": { type: "boolean", default: false },
        command: { type: "string", default: FIXTURE_CLIENT },
        url: { type: "string" },
        only: { type: "string", default: "" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const flags = readFlags();
if (flags.help) {
  console.log(USAGE);
  process.exit(0);
}

const FIXTURES = "../../examples/dist/conformance";
const [run, fixture] = flags.client
  ? [CLIENT_RUN]
  : flags["sdk-v1"]
    ? [SDK_V1_RUN, `${FIXTURES}/server-sdk-v1.js`]
    : flags.tasks
      ? [TASKS_RUN, "./tasks-server.mjs"]
      : flags["task-handlers"]
        ? [TASK_HANDLERS_RUN, "./tasks-midcall-server.mjs"]
        : [SERVER_RUN, `${FIXTURES}/server.js`];
const scenarios = run.scenarios.filter(({ scenario }) => scenario.includes(flags.only));
const minimum = flags.only === "" ? run.minimum : 1;

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort(name));

await installNight("tools");
const directory = mkdtempSync(join(tmpdir(), "midcall-conformance-"));
const startedAt = performance.now();
let server;
try {
  if (fixture !== undefined && flags.url === undefined) {
    server = await startFixtureServer(
      fixture,
      interrupted.signal,
      flags["through-sdk"] ? ["--through-sdk"] : [],
    );
  }
  const outcomes = await runAll(
    flags.client
      ? ["client", "--command", flags.command]
      : ["server", "--url", server?.url ?? flags.url],
  );
  interrupted.signal.throwIfAborted();
  process.exitCode = report(outcomes) ? 0 : 1;
} catch (error) {
  console.error(
    interrupted.signal.aborted ? `Stopped by ${interrupted.signal.reason}.` : String(error),
  );
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function runAll(target) {
  const outcomes = [];
  let next = 0;
  const worker = async () => {
    while (next < scenarios.length && !interrupted.signal.aborted) {
      const index = next++;
      outcomes[index] = await runScenario({
        ...scenarios[index],
        target,
        outputDirectory: join(directory, String(index)),
        signal: interrupted.signal,
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return outcomes;
}

function report(outcomes) {
  const width = Math.max(8, ...outcomes.map(({ scenario }) => scenario.length));
  const row = (protocolVersion, scenario, cells) =>
    console.log(
      `${protocolVersion.padEnd(11)} ${scenario.padEnd(width)} ${cells.map((c) => String(c).padStart(8)).join("")}`,
    );
  row("protocolVersion", "scenario", STATUSES);
  for (const { protocolVersion, scenario, counts, checks, error } of outcomes) {
    row(
      protocolVersion,
      scenario,
      STATUSES.map((status) => counts[status]),
    );
    if (error) console.log(`            ! ${error}`);
    for (const check of checks) if (isWorthShowing(check)) showCheck(check);
  }
  const totals = sumCounts(outcomes.map(({ counts }) => counts));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const problems = findProblems(outcomes, minimum);
  console.log(
    `\n${STATUSES.map((status) => `${totals[status]} ${status}`).join(", ")} in ${seconds} s`,
  );
  for (const problem of problems) console.log(`✗ ${problem}`);
  return problems.length === 0;
}

function isWorthShowing(check) {
  return flags.verbose || check.status === "FAILURE" || check.status === "WARNING";
}

function showCheck({ status, id, description, errorMessage }) {
  console.log(`            ${status} ${id}: ${errorMessage ?? description ?? ""}`);
}
