// Removes compiled files whose source is gone: the compiler leaves them, and they would be packed.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMPILED = /\.(?:js|d\.ts)(?:\.map)?$/;
const SOURCES = [".ts", ".tsx", ".mts"];

/**
 * @param {string} dist - the folder of compiled files
 * @param {string} src - that of their sources
 * @returns {string[]} what was removed
 */
export function removeStale(dist, src) {
  const removed = [];
  if (!existsSync(dist) || !existsSync(src)) return removed;
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    // A folder without sources is the work of another program.
    if (entry.isDirectory()) removed.push(...removeStale(path, join(src, entry.name)));
    else if (COMPILED.test(entry.name)) {
      const source = join(src, entry.name.replace(COMPILED, ""));
      // The types of a style sheet are named after it.
      const isSource = statSync(source, { throwIfNoEntry: false })?.isFile() ?? false;
      if (isSource || SOURCES.some((ending) => existsSync(source + ending))) continue;
      rmSync(path);
      removed.push(path);
    }
  }
  return removed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of ["midcall", "cli", "create-midcall"]) {
    const folder = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url));
    for (const path of removeStale(join(folder, "dist"), join(folder, "src")))
      console.log(`Removed ${path}: its source is gone.`);
  }
}
