/**
 * What open questions cost a fleet: memory, processor time, and load of the store.
 *
 * `node bench/capacity.mjs --help` lists the options. Processor times are those of the processes, so they hold on a busy
 * machine, too, within the noise that shared caches make.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { startFleet } from "./capacity/fleet.mjs";
import { report } from "./capacity/report.mjs";
import { measureSessions } from "./capacity/sessions.mjs";
import { measureStateless } from "./capacity/stateless.mjs";
import { STORE_SERVERS } from "./capacity/store-server.mjs";
import { watchOutsideLoad } from "./outside-load.mjs";

const USAGE = `Usage: node bench/capacity.mjs [options]     (after npm run build)

Opens many questions over several replicas that share a secret and a store, and measures what each costs.

  --questions N      open on 2026-07-28; 0 leaves this part out. Default 100000
  --answers N        how many of them are answered. Default 10000
  --calls N          open on 2025-11-25; 0 leaves this part out. Default 10000
  --per-session N,…  how many of these calls share a session; a run for each. Default 1,50
  --replicas N,…     a run for each. Default 3
  --store NAME       redis or postgres. Default redis
  --wait SECONDS     how long the cost of waiting is measured. Default 60
  --kill             ends one replica while all questions of 2025-11-25 are open
  --json FILE        writes all figures`;

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        questions: { type: "string", default: "100000" },
        answers: { type: "string", default: "10000" },
        calls: { type: "string", default: "10000" },
        "per-session": { type: "string", default: "1,50" },
        replicas: { type: "string", default: "3" },
        store: { type: "string", default: "redis" },
        wait: { type: "string", default: "60" },
        kill: { type: "boolean", default: false },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (!Object.hasOwn(STORE_SERVERS, values.store))
      throw new Error(`--store must be redis or postgres, not ${values.store}.`);
    const whole = (name, least) => {
      const numbers = values[name].split(",").map(Number);
      if (numbers.every((value) => Number.isSafeInteger(value) && value >= least)) return numbers;
      throw new Error(`--${name} must be at least ${least}, not ${values[name]}.`);
    };
    const replicas = whole("replicas", 1);
    if (values.kill && replicas.includes(1))
      throw new Error("--kill needs another replica: let --replicas be at least 2.");
    return {
      questions: whole("questions", 0)[0],
      answers: whole("answers", 1)[0],
      calls: whole("calls", 0)[0],
      perSession: whole("per-session", 1),
      replicas,
      store: values.store,
      waitSeconds: whole("wait", 1)[0],
      kill: values.kill,
      json: values.json,
    };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

/** Each open call is a connection of this process, and of one replica. @param {number} calls */
function checkDescriptors(calls) {
  const limits = process.report.getReport().userLimits?.open_files;
  const most = Number(limits?.hard ?? Number.NaN);
  if (calls + 500 > most) {
    console.error(
      `${calls} open calls need as many connections, and this process may have ${most} files open. Raise the limit (ulimit -n), or ask for fewer --calls.`,
    );
    process.exit(2);
  }
}

// So that the servers end, too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const flags = readFlags();
checkDescriptors(flags.calls);
const results = [];

/** @param {string} protocolVersion @param {number} replicas @param {(fleet: import("./capacity/fleet.mjs").Fleet) => Promise<object>} run */
async function measure(protocolVersion, replicas, run) {
  const fleet = await startFleet({ replicas, store: flags.store });
  try {
    const outside = watchOutsideLoad();
    const before = await fleet.snapshot();
    const figures = await run(fleet);
    const after = await fleet.snapshot();
    const used =
      after.cpuMicros - before.cpuMicros + after.store.cpuMicros - before.store.cpuMicros;
    const result = {
      protocolVersion,
      store: flags.store,
      replicas,
      busy: outside(used),
      ...figures,
    };
    results.push(result);
    console.log(`${report(result)}\n`);
  } finally {
    await fleet.stop();
  }
}

for (const replicas of flags.replicas) {
  if (flags.questions > 0)
    await measure("2026-07-28", replicas, (fleet) => measureStateless(fleet, flags));
  for (const perSession of flags.calls > 0 ? flags.perSession : [])
    await measure("2025-11-25", replicas, (fleet) =>
      measureSessions(fleet, { ...flags, perSession }),
    );
}
if (flags.json !== undefined)
  await writeFile(flags.json, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
