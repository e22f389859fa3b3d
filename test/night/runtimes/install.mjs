/** Installs the runtimes, frameworks and compilers that a midcall server is tried with, and tells where they are. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installNight, nightFile } from "../install.mjs";

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

/**
 * The path of a file in a package that is installed here; `midcall` is the packed one, which set-up.ts unpacks.
 *
 * @param {string} path
 */
export const runtimeFile = (path) =>
  /^midcall(\/|$)/.test(path) ? join(FOLDER, "node_modules", path) : nightFile("runtimes", path);

/** @typedef {keyof typeof PROGRAMS} Runtime - a runtime that is a program of its own */

/** The path of a runtime's program. @param {Runtime} name */
export const runtimeProgram = (name) => runtimeFile(PROGRAMS[name]);

/** @throws {Error} that says what is missing and how to get it */
export async function installRuntimes() {
  await installNight("runtimes");
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(runtimeProgram(name)));
  if (missing.length > 0) {
    throw new Error(
      `There is no ${missing.join(", ")} for ${process.platform} ${process.arch} in test/night/runtimes: run these tests on Linux x64 with glibc.`,
    );
  }
}
