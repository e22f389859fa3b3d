// npm run build: compiles the packages and the examples, and builds the View of MCP Apps and the page of `midcall console`.
// With `--types` it checks all types instead, those of the tests and of both pages, too; with `--lint`, style and layers.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const programs = {
  tsc: "typescript-7/bin/tsc",
  vite: "vite/bin/vite.js",
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  depcruise: "dependency-cruiser/bin/dependency-cruise.mjs",
  vitest: "vitest/vitest.mjs",
};

/** The command that runs a program of a package with Node, on every system. @param {keyof typeof programs} name */
export function tool(name, ...args) {
  return { command: process.execPath, args: [join(root, "node_modules", programs[name]), ...args] };
}

/** Runs a command with its output passed through; resolves with the exit code. */
export function run({ command, args }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const LAYERED = [
  "packages/midcall/src",
  "packages/midcall/app/src",
  "packages/cli/src",
  "packages/cli/web/src",
];
const WEB = "packages/cli/web";
const VIEW = "packages/midcall/app";

/** The TypeScript projects to compile; they reference the others. */
export const projects = [
  "packages/midcall/tsconfig.react.json",
  "packages/cli",
  "packages/create-midcall",
  "examples",
];

/** The steps of a build, in order. Each needs the previous ones. */
export const steps = [
  [
    "files without a source",
    { command: process.execPath, args: [join(root, "scripts/remove-stale.mjs")] },
  ],
  ["build", tool("tsc", "-b", ...projects)],
  ["style sheets", { command: process.execPath, args: [join(root, "scripts/copy-assets.mjs")] }],
  [
    "project templates",
    { command: process.execPath, args: [join(root, "scripts/project-templates.mjs")] },
  ],
  ["the View of MCP Apps", tool("vite", "build", VIEW, "--logLevel", "warn")],
  ["the console's page", tool("vite", "build", WEB, "--logLevel", "warn")],
];

/** Type checks that are not part of a build: the tests, the View and the console's page. They need the build. */
export const typeChecks = [
  ["types", tool("tsc", "-b")],
  ["types of the View", tool("tsc", "-p", VIEW)],
  ["types of the console's page", tool("tsc", "-p", WEB)],
];

/** Checks of how the sources are written. */
export const style = [
  ["oxlint", tool("oxlint")],
  ["oxfmt", tool("oxfmt", "--check")],
];

/** Who may import whom. It needs the build, as a style sheet is found where it is published. */
export const layers = [
  ["layers", tool("depcruise", "--config", ".dependency-cruiser.cjs", ...LAYERED)],
];

/** Runs steps until one fails; resolves with the exit code. */
export async function runSteps(all) {
  for (const [, program] of all) {
    const code = await run(program);
    if (code !== 0) return code;
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = {
    "--types": [...steps.slice(0, 3), ...typeChecks],
    "--lint": [...steps.slice(0, 3), ...style, ...layers],
  };
  process.exitCode = await runSteps(wanted[process.argv[2]] ?? steps);
}
