// npm run test:all: every test there is, in groups: npm run test:all -- [GROUP…] [--seed N] [--list]
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { steps } from "./build.mjs";
import { groups } from "./testing/groups.mjs";
import { prepareSystem } from "./testing/prepare-system.mjs";
import { runVitest } from "./testing/run-vitest.mjs";
import { add, countsLine, inOrder, programStage, runProgram, stage } from "./testing/stages.mjs";

const USAGE = `npm run test:all -- [GROUP…] [--seed N] [--list]

Without a group: all of them, one after the other.

${groups.map(({ name, minutes, about }) => `  ${name.padEnd(13)}${`${minutes} min`.padEnd(8)}${about}`).join("\n")}

  --seed N      where random choices start from; a run prints its own
  --list        prints the names of the groups as JSON, and runs nothing
`;

function stop(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: "string" },
        list: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    return stop(error.message);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
for (const name of ["list", "seed"])
  if (
    process.env[`npm_config_${name}`] !== undefined &&
    !process.argv.some((arg) => arg.startsWith(`--${name}`))
  )
    stop(`npm has taken --${name} for itself: write -- before it.`);
const unknown = positionals.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) stop(`There is no group ${unknown.join(", ")}.`);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!/^\d+$/.test(values.seed ?? "0") || seed >= 2 ** 31)
  stop("--seed takes a whole number from 0 to 2147483647.");

const chosen =
  positionals.length === 0 ? groups : groups.filter(({ name }) => positionals.includes(name));
if (values.list) {
  console.log(JSON.stringify(chosen.map(({ name }) => name)));
  process.exit(0);
}
const envFor = ({ isSmall = false }) => ({
  MIDCALL_NIGHT: isSmall ? "0" : "1",
  MIDCALL_SEED: String(seed),
});

/** A script that ends with a line of counts. */
async function runScript(args, env) {
  const program = { command: process.execPath, args };
  const { code, said } = await runProgram(program, { env, shown: true });
  const [, passed, failed, skipped] =
    /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(said) ?? [];
  const counts = {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
  };
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1;
  return counts;
}

console.log(`Seed: ${seed}. To repeat a group: npm run test:all -- GROUP --seed ${seed}`);
const system = await prepareSystem(chosen.flatMap((group) => group.projects));
if (system.action === "stop" || (system.action === "install" && !(await system.install())))
  process.exit(1);

const counts = await inOrder(
  steps.map(
    ([name, program]) =>
      () =>
        programStage(name, program),
  ),
  { stopAtFailure: true },
);
if (counts.failed === 0) {
  for (const group of chosen) {
    const { name, about, projects, script } = group;
    const env = envFor(group);
    console.log(`\n${name}: ${about}`);
    const work = () =>
      script === undefined ? runVitest({ projects, env }) : runScript(script, env);
    add(counts, await stage(name, work));
  }
}
console.log(`Seed: ${seed}.`);
console.log(countsLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
