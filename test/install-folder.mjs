/**
 * Installs a folder that has a lockfile of its own, once, apart from the workspace. The second time it only looks;
 * of several processes one installs, and the others wait for it.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is to be installed in a folder, and the Node it has to work with. @param {string} folder - absolute */
export async function wantedIn(folder) {
  const lockfile = await readFile(join(folder, "package-lock.json"), "utf8");
  const node = `${process.platform}-${process.arch}-${process.versions.modules}`;
  return `${sha256(lockfile)} ${node}`;
}

/** Output is shown only when something went wrong. */
function npm(command, folder, name, help) {
  return new Promise((resolve, reject) => {
    const args = [...command, "--no-audit", "--no-fund", "--loglevel=error"];
    const child = spawn("npm", args, { cwd: folder, shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-8000)));
    }
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      reject(
        new Error(`npm ${command[0]} in ${name} failed (exit code ${code}). ${help}\n${output}`),
      );
    });
  });
}

/** Whether the process that holds the lock is gone. It may not have written its number yet. */
async function isLeftBehind(lock) {
  const holder = Number(await readFile(lock, "utf8").catch(() => ""));
  if (!(holder > 0)) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** The first process installs, the others wait for it. */
async function locked(lock, work) {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (await isLeftBehind(lock)) await rm(lock, { force: true });
      else await pause(200);
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Whether all stamps say that this is installed. @param {readonly string[]} stamps - files @param {string} wanted */
export async function isInstalledFor(stamps, wanted) {
  const found = await Promise.all(stamps.map((file) => readFile(file, "utf8").catch(() => "")));
  return found.every((stamp) => stamp === wanted);
}

/**
 * Runs npm in a folder, unless stamps say that it was done.
 *
 * @param what - folder: absolute; name: the folder as people know it; contents: what is in it; help: what an installation
 *   needs; stamps: the files that say what was installed; wanted: what they have to say; command: npm's arguments
 * @throws {Error} that says what is missing and how to get it
 */
export async function installOnce({ folder, name, contents, help, stamps, wanted, command }) {
  if (await isInstalledFor(stamps, wanted)) return;
  const lock = join(tmpdir(), `midcall-install-${sha256(folder).slice(0, 16)}.lock`);
  await locked(lock, async () => {
    if (await isInstalledFor(stamps, wanted)) return;
    console.log(`Installing ${contents} into ${name} (once) …`);
    const started = performance.now();
    await npm(await command(), folder, name, help);
    for (const stamp of stamps) await writeFile(stamp, wanted);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`Installed ${contents} in ${name} (${seconds} s)`);
  });
}

/**
 * @param {string} folder - absolute; has `package.json` and `package-lock.json`
 * @param {{ name: string, contents: string, help: string }} what - name: the folder as people know it; contents: what is in it; help: what an installation needs
 * @throws {Error} that says what is missing and how to get it
 */
export async function installFolder(folder, what) {
  const stamps = [join(folder, "node_modules", ".installed-for")];
  const wanted = await wantedIn(folder);
  await installOnce({ ...what, folder, stamps, wanted, command: () => ["ci"] });
}
