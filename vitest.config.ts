import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesOf, together } from "./scripts/testing/projects.mjs";

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

/** In milliseconds. */
const limit = process.env["MIDCALL_NIGHT"] === "1" ? 900_000 : 180_000;

/** Those that run together, as `npm test` and its groups name them. */
const asked = process.env["MIDCALL_PROJECTS"]?.split(",");

/** In-process tests run on the sources; tests that start real processes use the build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^midcall$/, replacement: source("index.ts") },
      {
        find: /^midcall\/(client\/(?:domains|server-name)|(?:audit|vault)\/file)$/,
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
    // The only limit of time. It ends what hangs, and is far above what a busy machine needs.
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: 150_000 } },
    // What midcall and Node read of the environment is the same wherever the tests run.
    env: { TERM: "xterm-256color", CI: "", SSH_CONNECTION: "" },
    sequence: { sequencer: PagesLast },
    // Part of the time of a test is spent waiting: for programs, engines and pages.
    maxWorkers: 2 * availableParallelism(),
    typecheck: { enabled: false },
    projects: (asked ? together(asked) : filesOf).map(
      ({ name, include, exclude, isolate, globalSetup, random }) => ({
        extends: true as const,
        test: {
          name,
          include,
          exclude: [...configDefaults.exclude, ...exclude],
          isolate,
          globalSetup: [...globalSetup],
          setupFiles: ["test/patience.ts", ...(random ? ["test/seeded.ts"] : [])],
        },
      }),
    ),
  },
});
