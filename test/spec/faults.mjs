#!/usr/bin/env node
/**
 * Plants the violations of faults.json one after the other, in memory, and checks that the tests which
 * cite the violated requirements fail. A fault nobody notices is a test that proves nothing.
 *
 *   node test/spec/faults.mjs [--only TEXT]
 *
 * `--only` takes the faults whose ids or `in` contain TEXT. Exit code 0: every fault was noticed; 1: not; 2: wrong usage.
 */
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RUNNER = fileURLToPath(new URL("planting/runner.mjs", import.meta.url));
/** A run that takes longer has no verdict: a planted endless loop blocks even the time limit of tests. */
const RUN_LIMIT_MS = 300_000;
/** Processes that run tests at the same time. */
const RUNNERS = 2;
const SOURCES = join(ROOT, "packages/midcall/src");

/** A TypeScript module of this folder. */
const load = async (path) => (await runnerImport(join(ROOT, "test/spec", path))).module;
const { collectCitations, filesCiting } = await load("citations.ts");
const { plant } = await load("planting/plant.ts");
const { readSymbols } = await load("planting/symbols.ts");

function options() {
  try {
    return parseArgs({ options: { only: { type: "string", default: "" } } }).values;
  } catch (error) {
    console.error(`${error.message}\nusage: faults.mjs [--only TEXT]`);
    return process.exit(2);
  }
}

const { only } = options();

/** A process with a vitest for many runs. Where a run hangs, it is ended, and the next one gets another. */
function createRunner() {
  let child;
  const start = () =>
    new Promise((resolve, reject) => {
      // Its own group, with the processes that vitest starts for the tests.
      child = fork(RUNNER, { stdio: ["ignore", "ignore", "inherit", "ipc"], detached: true });
      child.once("message", resolve);
      child.once("exit", () => reject(new Error("The runner has ended.")));
    });
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    child = undefined;
  };
  return {
    /** The tests that ran, with how they ended; undefined when there is no verdict. */
    async run(asked) {
      if (child === undefined) await start();
      const present = child;
      const reply = await new Promise((resolve) => {
        const limit = setTimeout(() => resolve({ hangs: true }), RUN_LIMIT_MS);
        const done = (message) => {
          clearTimeout(limit);
          present.off("exit", gone);
          resolve(message);
        };
        const gone = () => done({ hangs: true });
        present.once("message", done).once("exit", gone);
        present.send(asked);
      });
      if (reply.error !== undefined) console.error(reply.error);
      if (reply.results === undefined) stop();
      return reply.results;
    },
    stop: () => child !== undefined && stop(),
  };
}
const runners = [];

/** Runs the tests whose titles cite one of `ids`; undefined when there is no verdict. */
function runTests(runner, ids, planted) {
  const files = filesCiting(ids, citations);
  if (files.length === 0) return Promise.resolve([]);
  return runner.run({ files, pattern: `\\[[^\\]]*\\b(${ids.join("|")})\\b`, planted });
}

/** Tests among `results` that ran, cite `id` and ended in one of `states`. */
const citing = (results, id, ...states) =>
  results.filter(
    ({ title, status }) =>
      states.includes(status) && new RegExp(`\\[[^\\]]*\\b${id}\\b`).test(title),
  );

/** Plants one fault and runs its tests. Returns what went unnoticed, or nothing. */
async function tryFault(runner, fault) {
  const { ids } = fault;
  let planted;
  try {
    planted = plant(fault, symbols);
  } catch (error) {
    return `it does not fit: ${error.message}`;
  }
  const results = await runTests(runner, ids, {
    path: join(SOURCES, planted.file),
    text: planted.text,
  });
  if (results === undefined) return "no verdict: the run crashed or hung";
  const silent = ids.filter((id) => citing(results, id, "failed").length === 0);
  if (silent.length === 0) return undefined;
  const ran = silent.filter((id) => citing(results, id, "passed").length > 0);
  return ran.length > 0
    ? `UNNOTICED by ${ran.join(", ")}`
    : `no test ran for ${silent.join(", ")} (does the fault still compile?)`;
}

/** Without any fault, every cited test has to run and pass; else a failure proves nothing. */
async function checkBaseline(runner, faults) {
  const ids = [...new Set(faults.flatMap((fault) => fault.ids))];
  const results = await runTests(runner, ids);
  if (results === undefined) return ["the tests do not run at all"];
  return ids.flatMap((id) => {
    if (citing(results, id, "failed").length > 0) return [`${id}: a test that cites it fails`];
    return citing(results, id, "passed").length > 0 ? [] : [`${id}: no test that cites it ran`];
  });
}

const cleanUp = () => runners.forEach((runner) => runner.stop());
process.on("exit", cleanUp);
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

const list = join(ROOT, "test/spec/faults.json");
const faults = JSON.parse(readFileSync(list, "utf8")).filter(
  ({ ids, in: name }) => name.includes(only) || ids.some((id) => id.includes(only)),
);
if (faults.length === 0) {
  console.error("No fault is selected.");
  process.exit(1);
}

const started = performance.now();
const citations = collectCitations(ROOT);
const symbols = readSymbols(SOURCES);
for (let nr = 0; nr < Math.min(RUNNERS, faults.length); nr++) runners.push(createRunner());
const broken = await checkBaseline(runners[0], faults);
if (broken.length > 0) {
  console.error(`Before any fault is planted:\n  ${broken.join("\n  ")}`);
  process.exit(1);
}

const queue = faults.entries();
let unnoticed = 0;
async function work(runner) {
  let last;
  for (const [index, fault] of queue) {
    last = fault;
    const since = performance.now();
    const problem = await tryFault(runner, fault);
    if (problem !== undefined) unnoticed += 1;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    const name = `${String(index + 1).padStart(3)}  ${fault.ids.join(" ")}`;
    console.log(
      `${name.padEnd(44)} ${seconds.padStart(5)} s  ${problem ?? "noticed"}  ${fault.in}`,
    );
  }
  // A fault that stayed in memory would have made every later one noticed.
  if (last === undefined) return;
  for (const problem of await checkBaseline(runner, [last])) {
    console.error(`After the last fault was taken out again: ${problem}`);
    unnoticed += 1;
  }
}
await Promise.all(runners.map(work));
cleanUp();

const total = ((performance.now() - started) / 1000).toFixed(0);
console.log(`Faults noticed in ${total} s:`);
console.log(`${faults.length - unnoticed} passed, ${unnoticed} failed`);
process.exitCode = unnoticed === 0 ? 0 : 1;
