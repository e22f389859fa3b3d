// Builds what `npm start` needs and what has changed since, without checking types: `npm run build` does.
import { join } from "node:path";
import { copyAssets } from "./copy-assets.mjs";
import { root } from "./build.mjs";
import { neededSteps } from "./start/needed-steps.mjs";
import { runWithProgress } from "./start/progress.mjs";

async function buildPage() {
  await copyAssets();
  const { build } = await import("vite");
  await build({ root: join(root, "packages/cli/web"), logLevel: "warn" });
}

try {
  // On stderr: stdout is for what is started.
  await runWithProgress(await neededSteps(root, buildPage), (text) => process.stderr.write(text));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
