// npm run sbom: writes one CycloneDX bill of materials for each published package, to sbom/ or the given folder.
//
// `npm sbom` in a workspace omits every production dependency that the workspace also uses for development. So it is
// run on a lockfile for the package alone, extracted from ours: with the same versions and nothing else.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const exec = promisify(execFile);
const json = async (file) => JSON.parse(await readFile(join(root, file), "utf8"));

/** The location of package `name` as resolved by Node from `location`: in the folders above, the nearest first. */
function find(packages, location, name) {
  for (let folder = location; ;) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (place in packages) return packages[place].link ? packages[place].resolved : place;
    if (folder === "") return undefined;
    folder = folder.replace(/(^|\/)[^/]+$/, "");
  }
}

/** The packages that a package requires: its dependencies, and the peers that are not optional. */
function needs({ dependencies = {}, optionalDependencies = {}, ...rest }) {
  const peers = Object.keys(rest.peerDependencies ?? {}).filter(
    (name) => !rest.peerDependenciesMeta?.[name]?.optional,
  );
  const optional = Object.keys(optionalDependencies);
  return {
    required: [...Object.keys(dependencies), ...peers].filter((name) => !optional.includes(name)),
    optional,
  };
}

/** A lockfile for one package of the workspace, with only what it needs at run time. */
function lockfileOf(folder, { name, version, license, dependencies }, { packages, ...lock }) {
  const cut = { "": { name, version, license, dependencies } };
  const placed = new Map([[folder, ""]]);
  const open = [folder];
  for (const location of open) {
    const { required, optional } = needs(packages[location]);
    for (const needed of [...required, ...optional]) {
      const found = find(packages, location, needed);
      if (found === undefined && required.includes(needed)) {
        throw new Error(`${location} needs ${needed}, which is not in package-lock.json.`);
      }
      if (found === undefined || placed.has(found)) continue;
      // A package of the workspace, or one in its folder, is moved to the top.
      const own = /^packages\/[^/]+\/?/;
      const place = own.test(found) ? found.replace(own, "") || `node_modules/${needed}` : found;
      if (place in cut) {
        throw new Error(`Two versions of ${needed} would have to lie at ${place}.`);
      }
      placed.set(found, place);
      // Flags about other uses in the workspace do not apply.
      const { dev: _dev, devOptional: _devOptional, peer: _peer, ...entry } = packages[found];
      delete entry.devDependencies;
      cut[place] = entry;
      open.push(found);
    }
  }
  return { ...lock, name, version, packages: cut };
}

/**
 * What the tests read of a bill of materials.
 *
 * @typedef {object} Sbom
 * @property {string} bomFormat
 * @property {string} specVersion
 * @property {{ component: { name: string, version: string } }} metadata
 * @property {readonly { name: string, version: string, licenses?: readonly { license?: { id?: string } }[] }[]} components
 */

/**
 * The bill of materials of the published package in `folder` (`packages/midcall`), as `npm sbom` writes it.
 *
 * @param {string} folder
 * @returns {Promise<Sbom>}
 */
export async function sbomOf(folder) {
  const manifest = await json(`${folder}/package.json`);
  const { name, version, description, license, dependencies = {} } = manifest;
  const temporary = await mkdtemp(join(tmpdir(), "midcall-sbom-"));
  // npm uses the folder's name.
  const alone = join(temporary, name);
  try {
    const lock = lockfileOf(folder, manifest, await json("package-lock.json"));
    const own = { name, version, description, license, dependencies };
    await mkdir(alone, { recursive: true });
    await writeFile(join(alone, "package.json"), JSON.stringify(own));
    await writeFile(join(alone, "package-lock.json"), JSON.stringify(lock));
    const args = ["--sbom-format", "cyclonedx", "--sbom-type", "library", "--package-lock-only"];
    const { stdout } = await exec("npm", ["sbom", ...args], { cwd: alone, maxBuffer: 2 ** 26 });
    return JSON.parse(stdout);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(root, "sbom"));
  await mkdir(target, { recursive: true });
  for (const folder of ["packages/midcall", "packages/cli"]) {
    const { name, version } = await json(`${folder}/package.json`);
    const file = join(target, `${name.replace("@", "").replace("/", "-")}-${version}.cdx.json`);
    const sbom = await sbomOf(folder);
    await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
    console.log(`${file}: ${sbom.components.length} components`);
  }
}
