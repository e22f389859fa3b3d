import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesOf, together } from "./scripts/testing/projects.mjs";
import { limitMs, patienceMs } from "./test/night.js";

const source = (entry: string): string =>
  fileURLToPath(new URL(`./packages/midcall/src/${entry}`, import.meta.url));

/** Files that need a page come last: a worker that changes its environment starts again, and loads the sources again. */
class PagesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const needsPage = ({ moduleId }: TestSpecification): boolean =>
      readFileSync(moduleId, "utf8").startsWith("// @vitest-environment");
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !needsPage(file)), ...sorted.filter(needsPage)];
  }
}

/** Those that run together, as `npm test` and its groups name them. */
const asked = process.env["MIDCALL_PROJECTS"]?.split(",");

/** In-process tests run on the sources; tests that start real processes use the build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^midcall$/, replacement: source("index.ts") },
      {
        find: /^midcall\/(client\/(?:domains|messages|server-name)|(?:audit|vault)\/file)$/,
        replacement: source("$1.ts"),
      },
      {
        find: /^midcall\/((?:integrations|locales)\/[\w-]+)$/,
        replacement: source("$1/index.ts"),
      },
      {
        find: /^midcall\/(audit|schema|form|hosts|client|locales|react(?:\/headless)?|terminal|open-page|server(?:\/(?:sdk-v1|mcp-use|fastmcp))?|store(?:\/(?:contract|sqlite|redis|postgres))?|vault|pages|testing)$/,
        replacement: source("$1/index.ts"),
      },
    ],
  },
  test: {
    testTimeout: limitMs,
    hookTimeout: limitMs,
    expect: { poll: { timeout: patienceMs } },
    // What midcall and Node read of the environment is the same wherever the tests run.
    env: { TERM: "xterm-256color", CI: "", SSH_CONNECTION: "" },
    sequence: { sequencer: PagesLast },
    // Part of the time of a test is spent waiting: for programs, engines and pages.
    maxWorkers: 2 * availableParallelism(),
    typecheck: { enabled: false },
    projects: (asked ? together(asked) : filesOf).map(
      ({ name, include, exclude, isolate, globalSetup }) => ({
        extends: true as const,
        test: {
          name,
          include,
          exclude: [...configDefaults.exclude, ...exclude],
          isolate,
          globalSetup: [...globalSetup],
          setupFiles: ["test/patience.ts", "test/seeded.ts"],
        },
      }),
    ),
  },
});
