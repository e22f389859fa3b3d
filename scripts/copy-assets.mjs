// Copies the files of packages/midcall that are published but not compiled.
import { watch } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const THEME = "react/theme.css";
const inPackage = (path) => fileURLToPath(new URL(`../packages/midcall/${path}`, import.meta.url));

export async function copyAssets() {
  const target = inPackage(`dist/${THEME}`);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(inPackage(`src/${THEME}`), target);
  // Lets TypeScript accept the import of a style sheet without a bundler's types.
  await writeFile(`${target}.d.ts`, "export {};\n");
}

/** Calls back when an asset has changed. The folder is watched, because editors replace files. */
export function watchAssets(onChange) {
  return watch(dirname(inPackage(`src/${THEME}`)), (_, name) => {
    if (name === basename(THEME)) onChange();
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await copyAssets();
