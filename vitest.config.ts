import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { filesOf } from "./scripts/testing/projects.mjs";

const source = (entry: string): string =>
  fileURLToPath(new URL(`./packages/midcall/src/${entry}`, import.meta.url));

/** The projects whose tests run in the runner's own processes, on the sources. */
const inProcess = ["unit", "random", "spec"];

/** In-process tests run on the sources; tests that start real processes use the build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^midcall$/, replacement: source("index.ts") },
      {
        find: /^midcall\/(client\/(?:domains|server-name)|(?:audit|vault)\/file)$/,
        replacement: source("$1.ts"),
      },
      { find: /^midcall\/(integrations\/[\w-]+)$/, replacement: source("$1/index.ts") },
      {
        find: /^midcall\/(audit|schema|form|hosts|client|react(?:\/headless)?|terminal|open-page|server(?:\/(?:sdk-v1|mcp-use|fastmcp))?|store(?:\/(?:contract|sqlite|redis|postgres))?|vault|pages|testing)$/,
        replacement: source("$1/index.ts"),
      },
    ],
  },
  test: {
    // The only limit of time. It ends what hangs, and is far above what a busy machine needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
    setupFiles: ["test/patience.ts"],
    // What midcall and Node read of the environment is the same wherever the tests run.
    env: { TERM: "xterm-256color", CI: "", SSH_CONNECTION: "" },
    maxWorkers: Math.max(2, availableParallelism()),
    typecheck: { enabled: false },
    projects: filesOf.map(({ name, include, exclude }) => ({
      extends: true as const,
      test: {
        name,
        include,
        exclude: [...configDefaults.exclude, ...exclude],
        // Most of the time of such a test would go into loading the sources again for each file.
        ...(inProcess.includes(name) && { isolate: false }),
        ...(inProcess.includes(name) && { setupFiles: ["test/patience.ts", "test/seeded.ts"] }),
        ...(name === "runtimes" && { globalSetup: "test/runtimes/set-up.ts" }),
      },
    })),
  },
});
