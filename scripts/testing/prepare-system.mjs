// Runs before the tests: checks what they need from the system, and installs what is missing if possible.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { compilerNeeded } from "../../test/engines/install.mjs";
import { findChromium } from "../drivers/chromium.mjs";
import { findPgBouncer, findPostgres } from "../drivers/postgres.mjs";
import { runProgram } from "./stages.mjs";
import { isCi, isYes, missingNeeds, planFor } from "./system-packages.mjs";

/** Whether a program exists on the PATH or at a path. */
function hasCommand(name) {
  if (isAbsolute(name)) return isExecutable(name);
  const extension = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => isExecutable(join(folder, name + extension)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function has({ commands }) {
  const [first] = commands;
  if (first === "chromium") {
    const whole = findChromium({ withWindows: true });
    // On Debian, root gets the headless shell, too, without a question: the tests take less time with it.
    return (
      whole !== undefined &&
      (findChromium() !== whole || process.env.CHROMIUM_PATH !== undefined || !isDebianAsRoot())
    );
  }
  if (first === "postgres") return findPostgres() !== undefined;
  if (first === "pgbouncer") return findPgBouncer() !== undefined;
  if (first === "redis-server") return hasCommand(process.env.REDIS_SERVER ?? first);
  return commands.every(hasCommand);
}

/** The needs of these projects that are missing. */
async function lookFor(projects) {
  const missing = missingNeeds(projects, has);
  const withoutCompiler = missing.filter(({ isForCompiling }) => !isForCompiling);
  // compilerNeeded() may use the network, so it is called only if its result matters.
  const matters = withoutCompiler.length < missing.length;
  return matters && !(await compilerNeeded()) ? withoutCompiler : missing;
}

function isDebianAsRoot() {
  const { distribution, isRoot, isTerminal } = readSystem();
  return distribution === "debian" && isRoot && !isTerminal;
}

function readSystem() {
  const isRoot = process.getuid?.() === 0;
  const sudoWorks = () =>
    spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? "free" : "password";
  let release = "";
  try {
    release = readFileSync("/etc/os-release", "utf8");
  } catch {
    // Not every system has this file.
  }
  return {
    platform: process.platform,
    distribution: [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)/gm)]
      .map(([, id]) => id)
      .join(" "),
    isRoot,
    hasApt: hasCommand("apt-get"),
    sudo: isRoot || !hasCommand("sudo") ? "none" : sudoWorks(),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    ci: isCi(process.env.CI),
  };
}

/**
 * Looks for what the system has to have, and asks where somebody can answer.
 *
 * @param {readonly string[] | undefined} projects - the vitest projects that will run; undefined: all
 * @returns {Promise<{ action: "none" | "stop" } | { action: "install", install: () => Promise<boolean> }>} `install`
 *   installs what is missing, and resolves with whether all is there now; where it is not, a message has said what to do
 */
export async function prepareSystem(projects) {
  const missing = await lookFor(projects);
  if (missing.length === 0) return { action: "none" };
  const plan = planFor(missing, readSystem());
  if (plan.action === "stop") {
    console.error(plan.message);
    return { action: "stop" };
  }
  console.log(plan.message);
  if (plan.ask) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question(`Run \`${plan.asTyped}\` now? [Y/n] `);
    terminal.close();
    if (!isYes(answer)) {
      console.error("Nothing was installed, so the tests do not run.");
      return { action: "stop" };
    }
  } else {
    console.log(`Installing it: ${plan.asTyped}`);
  }
  return { action: "install", install: () => install(plan, projects) };
}

async function install({ command: [command, ...args], asTyped }, projects) {
  const { code, said } = await runProgram({ command, args });
  const left = await lookFor(projects);
  if (left.length === 0) return true;
  console.error(
    `${said}\nThis did not install ${left.map(({ name }) => name).join(", ")} (exit code ${code}): ${asTyped}`,
  );
  return false;
}
