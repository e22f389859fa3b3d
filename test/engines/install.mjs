/**
 * Installs the engines the stores are tested on, once, into `test/engines/node_modules`: better-sqlite3, compiled
 * for this Node where no binary can be downloaded (a minute or two), and Node 22, which has node:sqlite.
 * Run by `npm test`, and by every suite that needs them.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installFolder, isInstalled } from "../install-folder.mjs";
import { binaryUrl } from "./binary.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const MODULES = join(FOLDER, "node_modules");
const OWN_NODE22 = join(MODULES, `node22-${process.arch}`, "bin", "node");

/**
 * @returns where the engines are: a Node that has node:sqlite, and the folder of better-sqlite3
 * @throws {Error} that says what is missing and how to get it
 */
export async function installEngines() {
  await installFolder(FOLDER, {
    name: "test/engines",
    contents: "better-sqlite3 and Node 22",
    help: "It needs the npm registry, and to compile better-sqlite3 a C++ compiler, make and python3 (Debian: apt-get install build-essential python3).",
  });
  const builtIn = process.getBuiltinModule?.("node:sqlite") !== undefined;
  const node = builtIn ? process.execPath : OWN_NODE22;
  if (!existsSync(node)) {
    throw new Error(
      `There is no Node with node:sqlite for ${process.platform} ${process.arch} in test/engines: run the tests with Node 22.13 or later.`,
    );
  }
  return { node, betterSqlite3: join(MODULES, "better-sqlite3") };
}

/** Whether the installation is still to be done and has to compile: there is no binary of better-sqlite3 for this Node. */
export async function compilerNeeded() {
  if (await isInstalled(FOLDER)) return false;
  const { dependencies } = JSON.parse(await readFile(join(FOLDER, "package.json"), "utf8"));
  process.report.excludeNetwork = true;
  const report = process.report.getReport();
  const url = binaryUrl(dependencies["better-sqlite3"], {
    platform: process.platform,
    arch: process.arch,
    modules: process.versions.modules,
    isMusl: process.platform === "linux" && report.header.glibcVersionRuntime === undefined,
  });
  try {
    const { ok } = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(10_000) });
    return !ok;
  } catch {
    // Out of reach: then its installation cannot download it either.
    return true;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await installEngines();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
