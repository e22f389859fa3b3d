/**
 * Installs the engines that stores are tested on, as the workspace `test/night/engines`: better-sqlite3, compiled
 * for this Node where no binary can be downloaded (a minute or two), and Node 22, which has node:sqlite.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { installNight, isNightInstalled, nightFile } from "../night/install.mjs";
import { binaryUrl } from "./binary.mjs";

/** In the workspace: Node 22. */
const OWN_NODE22 = process.arch === "x64" ? "node22" : `node22-${process.arch}`;

/**
 * @returns where the engines are: a Node that has node:sqlite, and the folder of better-sqlite3
 * @throws {Error} that says what is missing and how to get it
 */
export async function installEngines() {
  await installNight("engines");
  const builtIn = process.getBuiltinModule?.("node:sqlite") !== undefined;
  const node = builtIn ? process.execPath : nightFile("engines", `${OWN_NODE22}/bin/node`);
  if (!existsSync(node)) {
    throw new Error(
      `There is no Node with node:sqlite for ${process.platform} ${process.arch} in test/night/engines: run the tests with Node 22.13 or later.`,
    );
  }
  return { node, betterSqlite3: nightFile("engines", "better-sqlite3") };
}

/** Whether the installation is still to be done and has to compile: there is no binary of better-sqlite3 for this Node. */
export async function compilerNeeded() {
  if (await isNightInstalled("engines")) return false;
  const manifest = new URL("../night/engines/package.json", import.meta.url);
  const { dependencies } = JSON.parse(await readFile(manifest, "utf8"));
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
