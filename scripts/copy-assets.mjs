// What the compiler leaves behind: files of packages/midcall that are published as they are.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const inPackage = (path) => fileURLToPath(new URL(`../packages/midcall/${path}`, import.meta.url));

for (const asset of ["react/theme.css"]) {
  const target = inPackage(`dist/${asset}`);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(inPackage(`src/${asset}`), target);
  // So that TypeScript takes the import of a style sheet without a bundler's types.
  await writeFile(`${target}.d.ts`, "export {};\n");
}
