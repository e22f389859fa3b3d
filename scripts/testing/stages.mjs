// Runs the parts of a check, and says of each how it ended and how long it took.
import { spawn } from "node:child_process";
import { root } from "../build.mjs";

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * What became of the parts so far.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0 });

/** @param {Counts} sum @param {Counts} more */
export function add(sum, more) {
  for (const name of /** @type {const} */ (["passed", "failed", "skipped"]))
    sum[name] += more[name];
}

/** The last line of a check. @param {Counts} counts */
export const countsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** The programs that run now. They end with this process, each with all that it has started. */
const children = new Set();
const isWindows = process.platform === "win32";

function end(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of children) end(child, signal);
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

/**
 * Runs a program.
 *
 * @param {{ command: string, args: readonly string[] }} program
 * @param {{ env?: NodeJS.ProcessEnv, shown?: boolean }} [options] - shown: what it says is printed as well
 * @returns {Promise<{ code: number, said: string }>} its exit code, and what it has said
 */
export function runProgram({ command, args }, { env = {}, shown = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own, to be ended as a whole.
      detached: !isWindows,
      env: { ...process.env, ...env },
    });
    children.add(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (shown) process.stdout.write(text);
      });
    }
    const finish = (code, more = "") => {
      children.delete(child);
      resolve({ code, said: `${said}${more}`.trimEnd() });
    };
    child.on("error", (error) => finish(1, error.message));
    child.on("close", (code) => finish(code ?? 1));
  });
}

/**
 * Runs a stage of a check and prints a line about it.
 *
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>}
 */
export async function stage(name, work) {
  const started = performance.now();
  const counts = await work().catch((error) => {
    console.error(error);
    return { ...noCounts(), failed: 1 };
  });
  const total = counts.passed + counts.failed;
  const many = total > 1 ? ` (${countsLine(counts)})` : "";
  console.log(`${counts.failed === 0 ? "ok    " : "FAILED"}  ${name}: ${seconds(started)}${many}`);
  return counts;
}

/** A stage that is one program. */
export const programStage = (name, program, options) =>
  stage(name, async () => {
    const { code, said } = await runProgram(program, options);
    if (code !== 0 && said !== "") console.log(said);
    return { ...noCounts(), [code === 0 ? "passed" : "failed"]: 1 };
  });

/** Runs stages one after the other. Of the others, nothing is run after one that has failed. */
export async function inOrder(stages, { stopAtFailure = false } = {}) {
  const sum = noCounts();
  for (const run of stages) {
    const counts = await run();
    add(sum, counts);
    if (stopAtFailure && counts.failed > 0) break;
  }
  return sum;
}
