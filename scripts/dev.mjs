// npm run dev: builds everything once, then rebuilds what has changed, until Ctrl-C.
import { copyAssets, watchAssets } from "./copy-assets.mjs";
import { projects, root, runSteps, steps, tool } from "./build.mjs";
import { runTogether } from "./run-together.mjs";

// The watchers need the output of a build. They report compile errors again, so the exit code is ignored.
await runSteps(steps);

const web = "packages/cli/web";
const view = "packages/midcall/app";
const programs = [
  { name: "packages", ...tool("tsc", "-b", ...projects, "-w", "--preserveWatchOutput") },
  { name: "view", ...tool("vite", "build", view, "--watch", "--logLevel", "info") },
  { name: "page types", ...tool("tsc", "-p", web, "-w", "--preserveWatchOutput") },
  { name: "page", ...tool("vite", "build", web, "--watch", "--logLevel", "info") },
];
const assets = watchAssets(() => void copyAssets().catch((error) => console.error(error.message)));
console.log("Watching. Ctrl-C ends it.");
const write = (line) => console.log(line);
process.exitCode = await runTogether(programs, { cwd: root, write });
assets.close();
