#!/usr/bin/env node
/**
 * Plants the violations of faults.json one after the other in a copy of the sources and checks that
 * the tests which cite the violated requirements fail. A fault nobody notices is a test that proves
 * nothing.
 *
 *   node test/spec/faults.mjs [--only TEXT] [--list FILE] [--workers N] [--keep]
 *
 * `--only` takes the faults whose ids or `in` contain TEXT, `--list` another list than faults.json,
 * `--keep` leaves the copies in place. Exit code 0: every fault was noticed; 1: not; 2: wrong usage.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** A run that takes longer has no verdict: a planted endless loop blocks even the test time-out. */
const RUN_LIMIT_MS = 120_000;
const TEST_LIMIT_MS = 20_000;
const NOT_COPIED = new Set(["node_modules", "dist", ".git", "coverage", "bench"]);
const SOURCES = "packages/midcall/src";

/** A TypeScript module of this folder. */
const load = async (path) => (await runnerImport(join(ROOT, "test/spec", path))).module;
const { collectCitations, filesCiting } = await load("citations.ts");
const { plant } = await load("planting/plant.ts");
const { readSymbols } = await load("planting/symbols.ts");

function usage(message) {
  console.error(`${message}\nusage: faults.mjs [--only TEXT] [--list FILE] [--workers N] [--keep]`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        only: { type: "string", default: "" },
        list: { type: "string", default: join(ROOT, "test/spec/faults.json") },
        workers: { type: "string", default: "2" },
        keep: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return usage(error.message);
  }
}

const copies = [];
const running = new Set();
const { only, list, workers, keep } = options();
if (!(Number(workers) >= 1)) usage("--workers takes a number from 1");

/** A copy of the sources and tests; the installed packages are shared. */
function copySources() {
  const folder = mkdtempSync(join(tmpdir(), "midcall-faults-"));
  copies.push(folder);
  cpSync(ROOT, folder, { recursive: true, filter: (from) => !NOT_COPIED.has(basename(from)) });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/** Runs the tests whose titles cite one of `ids`; undefined when there is no verdict. */
function runTests(folder, ids) {
  const files = filesCiting(ids, citations);
  // Else vitest would run them all.
  if (files.length === 0) return Promise.resolve([]);
  const output = join(folder, "vitest-result.json");
  rmSync(output, { force: true });
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const parameters = [
    ...["run", "--no-cache", "--no-file-parallelism", "--reporter=json", `--outputFile=${output}`],
    ...[`--testTimeout=${TEST_LIMIT_MS}`, "-t", `\\[[^\\]]*\\b(${ids.join("|")})\\b`],
    ...files,
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, ...parameters], {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, CI: "true" },
    });
    const stop = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    running.add(stop);
    const limit = setTimeout(stop, RUN_LIMIT_MS);
    child.on("close", () => {
      clearTimeout(limit);
      running.delete(stop);
      try {
        const { testResults } = JSON.parse(readFileSync(output, "utf8"));
        resolve(testResults.flatMap(({ assertionResults }) => assertionResults));
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** Tests among `results` that ran, cite `id` and ended in one of `states`. */
const citing = (results, id, ...states) =>
  results.filter(
    ({ title, status }) =>
      states.includes(status) && new RegExp(`\\[[^\\]]*\\b${id}\\b`).test(title),
  );

/** Plants one fault, runs its tests, takes it out again. Returns what went unnoticed, or nothing. */
async function tryFault(folder, fault) {
  const { ids } = fault;
  let planted;
  try {
    planted = plant(fault, symbols);
  } catch (error) {
    return `it does not fit: ${error.message}`;
  }
  const path = join(folder, SOURCES, planted.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, planted.text);
  try {
    const results = await runTests(folder, ids);
    if (results === undefined) return "no verdict: the run crashed or hung";
    const silent = ids.filter((id) => citing(results, id, "failed").length === 0);
    if (silent.length === 0) return undefined;
    const ran = silent.filter((id) => citing(results, id, "passed").length > 0);
    return ran.length > 0
      ? `UNNOTICED by ${ran.join(", ")}`
      : `no test ran for ${silent.join(", ")} (does the fault still compile?)`;
  } finally {
    writeFileSync(path, source);
  }
}

/** Without any fault, every cited test has to run and pass; else a failure proves nothing. */
async function checkBaseline(folder, faults) {
  const ids = [...new Set(faults.flatMap((fault) => fault.ids))];
  const results = await runTests(folder, ids);
  if (results === undefined) return ["the tests do not run at all"];
  return ids.flatMap((id) => {
    if (citing(results, id, "failed").length > 0) return [`${id}: a test that cites it fails`];
    return citing(results, id, "passed").length > 0 ? [] : [`${id}: no test that cites it ran`];
  });
}

function cleanUp() {
  for (const stop of running) stop();
  if (!keep) for (const folder of copies) rmSync(folder, { recursive: true, force: true });
}
process.on("exit", cleanUp);
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

const faults = JSON.parse(readFileSync(list, "utf8")).filter(
  ({ ids, in: name }) => name.includes(only) || ids.some((id) => id.includes(only)),
);
if (faults.length === 0) {
  console.log("no faults to plant");
  process.exit(0);
}

const started = performance.now();
const first = copySources();
const citations = collectCitations(first);
const symbols = readSymbols(join(first, SOURCES));
const broken = await checkBaseline(first, faults);
if (broken.length > 0) {
  console.error(`Before any fault is planted:\n  ${broken.join("\n  ")}`);
  process.exit(1);
}

const queue = faults.entries();
let unnoticed = 0;
async function work(folder) {
  for (const [index, fault] of queue) {
    const since = performance.now();
    const problem = await tryFault(folder, fault);
    if (problem !== undefined) unnoticed += 1;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    const name = `${String(index + 1).padStart(3)}  ${fault.ids.join(" ")}`;
    console.log(
      `${name.padEnd(44)} ${seconds.padStart(5)} s  ${problem ?? "noticed"}  ${fault.in}`,
    );
  }
}
const folders = Array.from({ length: Math.min(Number(workers), faults.length) }, (_, index) =>
  index === 0 ? first : copySources(),
);
await Promise.all(folders.map(work));

const total = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${faults.length - unnoticed} of ${faults.length} faults noticed in ${total} s`);
process.exitCode = unnoticed === 0 ? 0 : 1;
