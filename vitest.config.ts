import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { testProjects } from "./scripts/testing/test-projects.mjs";

const source = (entry: string): string =>
  fileURLToPath(new URL(`./packages/midcall/src/${entry}`, import.meta.url));

/** The projects whose tests wait for most of their time. */
const waiting = ["unit", "engines"];

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
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A busy machine is no defect: what is waited for gets its time, in the setup for vi.waitFor.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ["test/patience.ts"],
    // What midcall and Node read of the environment is the same wherever the tests run.
    env: { TERM: "xterm-256color", CI: "", SSH_CONNECTION: "" },
    // Much of the time is spent waiting: for browsers, processes and engines.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    typecheck: { enabled: false },
    projects: testProjects.map(({ name, include, exclude }) => ({
      extends: true as const,
      test: {
        name,
        include,
        exclude: [...configDefaults.exclude, ...exclude],
        ...(name === "unit" && {
          // Most of the time of a unit test would go into loading the sources again for each file.
          isolate: false,
        }),
        // They wait for timers and engines: on two processors, six workers make them faster, and they run before the rest.
        ...(waiting.includes(name) && { maxWorkers: Math.max(6, availableParallelism()) }),
        ...(name === "runtimes" && { globalSetup: "test/runtimes/set-up.ts" }),
        sequence: { groupOrder: waiting.includes(name) ? 0 : 1 },
      },
    })),
  },
});
