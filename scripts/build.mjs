// npm run build: compiles everything, and builds the page of `midcall console`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);

/** Runs a command with its output passed through; resolves with the exit code. */
export function run(command, args, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** The steps of a build, in order; each needs the ones before. */
export const steps = [
  ["build and types", bin("tsc"), ["-b"]],
  ["style sheets", process.execPath, [join(root, "scripts", "copy-assets.mjs")]],
  ["types of the console's page", bin("tsc"), ["-p", "packages/cli/web"]],
  [
    "the console's page",
    bin("vite"),
    ["build", join(root, "packages", "cli", "web"), "--logLevel", "warn"],
  ],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [, command, args] of steps) {
    const code = await run(command, args);
    if (code !== 0) process.exit(code);
  }
}
