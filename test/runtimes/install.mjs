/**
 * Installs the runtimes, frameworks and compilers that a midcall server is tried with, once, into
 * `test/runtimes/node_modules`. Run by `npm test`, and by the project `runtimes`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

export const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const PROGRAMS = {
  node20: "node20/bin/node",
  "node20.18": "node20-18/bin/node",
  node22: "node22/bin/node",
  node24: "node24/bin/node",
  bun: "@oven/bun-linux-x64-baseline/bin/bun",
  deno: "@deno/linux-x64-glibc/deno",
  workerd: "@cloudflare/workerd-linux-64/bin/workerd",
};

/** The path of a file in a package that is installed here. @param {string} path */
export const runtimeFile = (path) => join(FOLDER, "node_modules", path);

/** @typedef {keyof typeof PROGRAMS} Runtime - a runtime that is a program of its own */

/** The path of a runtime's program. @param {Runtime} name */
export const runtimeProgram = (name) => runtimeFile(PROGRAMS[name]);

/** @throws {Error} that says what is missing and how to get it */
export async function installRuntimes() {
  await installFolder(FOLDER, {
    name: "test/runtimes",
    contents: "Bun, Deno, workerd, other versions of Node, Next and other frameworks",
    help: "It needs the npm registry.",
  });
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(runtimeProgram(name)));
  if (missing.length > 0) {
    throw new Error(
      `There is no ${missing.join(", ")} for ${process.platform} ${process.arch} in test/runtimes: run these tests on Linux x64 with glibc.`,
    );
  }
}
