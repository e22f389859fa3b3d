// Compiles what `npm start` needs and what has changed since, without checking types: `npm run build` does.
import { join } from "node:path";
import { copyAssets } from "./copy-assets.mjs";
import { root } from "./build.mjs";
import { newest } from "./start/newest.mjs";
import { runWithProgress } from "./start/progress.mjs";
import { outdated, transpile } from "./start/transpile.mjs";

const packages = ["packages/midcall", "packages/cli", "examples"];
const WEB = join(root, "packages/cli/web");
const PAGE = join(root, "packages/cli/dist/web/index.html");
/** What the console's page is built from. */
const PAGE_SOURCES = ["packages/cli/web", "packages/midcall/src", "package-lock.json"];

async function buildPage() {
  const { build } = await import("vite");
  await build({ root: WEB, logLevel: "warn" });
}

/** The steps that are needed; none if everything is up to date. */
async function neededSteps() {
  const steps = [];
  for (const name of packages) {
    const folder = join(root, name);
    const files = await outdated(folder);
    if (files.length > 0) {
      steps.push({ name: `Compiling ${name}`, run: () => transpile(folder, files) });
    }
  }
  const times = await Promise.all(PAGE_SOURCES.map((path) => newest(join(root, path))));
  if (Math.max(...times) > (await newest(PAGE))) {
    steps.push({ name: "Building the console's page", run: () => copyAssets().then(buildPage) });
  }
  return steps;
}

try {
  // On stderr: the output of the script of the examples has stdout to itself.
  await runWithProgress(await neededSteps(), (text) => process.stderr.write(text));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
