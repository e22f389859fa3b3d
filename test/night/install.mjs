/**
 * Installs what only the tests of the night need. Each folder beside this file that has a `package.json` is a workspace of
 * `package.json` here, and all of them share one lockfile. Only the workspaces that are asked for are installed, each once.
 *
 * After a change of a `package.json`, run `npm install --package-lock-only` in this folder.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { installOnce, isInstalledFor, wantedIn } from "../install-folder.mjs";

const NIGHT = fileURLToPath(new URL(".", import.meta.url));

const HELP = "It needs the npm registry.";
/** What an installation needs besides. */
const NEEDS = {
  engines:
    "To compile better-sqlite3, it needs a C++ compiler, make and python3 (Debian: apt-get install build-essential python3).",
};

const stampOf = (name) => join(NIGHT, "node_modules", `.installed-${name}`);
const readJson = async (...path) => JSON.parse(await readFile(join(NIGHT, ...path), "utf8"));

let locked;
/** What the lockfile has, by where it lies. */
function lockedPackages() {
  locked ??= JSON.parse(readFileSync(join(NIGHT, "package-lock.json"), "utf8")).packages;
  return locked;
}

/** npm would resolve anew, and tell nobody, what the lockfile does not have. */
async function checkLockfile(names) {
  const packages = lockedPackages();
  for (const name of names) {
    const wanted = await readJson(name, "package.json");
    for (const kind of ["dependencies", "optionalDependencies"]) {
      if (isDeepStrictEqual(packages[name]?.[kind] ?? {}, wanted[kind] ?? {})) continue;
      throw new Error(
        `test/night/${name}/package.json has other ${kind} than test/night/package-lock.json: run \`npm install --package-lock-only\` in test/night.`,
      );
    }
  }
}

/**
 * Installs workspaces of the night, if they are not yet installed as the lockfile says. What is installed stays.
 *
 * @param {...string} names - of folders
 * @throws {Error} that says what is missing and how to get it
 */
export async function installNight(...names) {
  const wanted = await wantedIn(NIGHT);
  await installOnce({
    folder: NIGHT,
    name: `test/night (${names.join(", ")})`,
    contents: "what the tests of the night need",
    help: [HELP, ...names.flatMap((name) => NEEDS[name] ?? [])].join(" "),
    stamps: names.map(stampOf),
    wanted,
    async command() {
      await checkLockfile(names);
      return ["install", "--no-save", ...names.flatMap((name) => ["--workspace", name])];
    },
  });
}

/** Whether a workspace is installed as the lockfile says, for this Node. @param {string} name */
export async function isNightInstalled(name) {
  return isInstalledFor([stampOf(name)], await wantedIn(NIGHT));
}

/**
 * The path of a file in a package that a workspace uses: of its own version, or of the one that workspaces share.
 *
 * @param {string} name - of the workspace
 * @param {string} path - the package, and the file in it
 */
export function nightFile(name, path) {
  const [, modules] = /^((?:@[^/]+\/)?[^/]+)/.exec(path);
  const isOwn = `${name}/node_modules/${modules}` in lockedPackages();
  return join(NIGHT, isOwn ? name : "", "node_modules", path);
}
