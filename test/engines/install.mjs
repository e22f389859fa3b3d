/**
 * Installs the engines the stores are tested on, once, into `test/engines/node_modules`: better-sqlite3, compiled
 * for this Node where no binary can be downloaded (a minute or two), and Node 22, which has node:sqlite.
 * Run by `npm test`, and by every suite that needs them; the second time it only looks.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const MODULES = join(FOLDER, "node_modules");
const STAMP = join(MODULES, ".installed-for");
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const LOCK = join(tmpdir(), `midcall-engines-${sha256(FOLDER).slice(0, 16)}.lock`);
const OWN_NODE22 = join(MODULES, `node22-${process.arch}`, "bin", "node");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is to be installed, and the Node it has to work with. */
async function wanted() {
  const lockfile = await readFile(join(FOLDER, "package-lock.json"), "utf8");
  const node = `${process.platform}-${process.arch}-${process.versions.modules}`;
  return `${sha256(lockfile)} ${node}`;
}

const installed = async () => (await readFile(STAMP, "utf8").catch(() => "")) === (await wanted());

/** Output is shown only when something went wrong. */
function install() {
  return new Promise((resolve, reject) => {
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    const child = spawn("npm", args, { cwd: FOLDER, shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-8000)));
    }
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const help =
        "It needs the npm registry, and to compile better-sqlite3 a C++ compiler, make and python3 (Debian: apt-get install build-essential python3).";
      reject(new Error(`npm ci in test/engines failed (exit code ${code}). ${help}\n${output}`));
    });
  });
}

/** Whether the process that holds the lock is gone. It may not have written its number yet. */
async function isLeftBehind() {
  const holder = Number(await readFile(LOCK, "utf8").catch(() => ""));
  if (!(holder > 0)) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** The first process installs, the others wait for it. */
async function locked(work) {
  for (;;) {
    try {
      await writeFile(LOCK, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (await isLeftBehind()) await rm(LOCK, { force: true });
      else await pause(200);
    }
  }
  try {
    await work();
  } finally {
    await rm(LOCK, { force: true });
  }
}

/**
 * @returns where the engines are: a Node that has node:sqlite, and the folder of better-sqlite3
 * @throws {Error} that says what is missing and how to get it
 */
export async function installEngines() {
  if (!(await installed())) {
    await locked(async () => {
      if (await installed()) return;
      console.log("Installing better-sqlite3 and Node 22 into test/engines (once) …");
      const started = performance.now();
      await install();
      await writeFile(STAMP, await wanted());
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`Installed the engines in test/engines (${seconds} s)`);
    });
  }
  const builtIn = process.getBuiltinModule?.("node:sqlite") !== undefined;
  const node = builtIn ? process.execPath : OWN_NODE22;
  if (!existsSync(node)) {
    throw new Error(
      `There is no Node with node:sqlite for ${process.platform} ${process.arch} in test/engines: run the tests with Node 22.13 or later.`,
    );
  }
  return { node, betterSqlite3: join(MODULES, "better-sqlite3") };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await installEngines();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
