import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (entry: string): string =>
  fileURLToPath(new URL(`./packages/midcall/src/${entry}`, import.meta.url));

/** In-process tests run on the sources; tests that start real processes use the build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^midcall$/, replacement: source("index.ts") },
      {
        find: /^midcall\/(store\/(?:contract|sqlite|redis)|client\/(?:domains|server-name)|(?:audit|vault)\/file)$/,
        replacement: source("$1.ts"),
      },
      {
        find: /^midcall\/(audit|schema|form|client|react|terminal|server|store|vault|pages|testing)$/,
        replacement: source("$1/index.ts"),
      },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    testTimeout: 30_000,
    // Much of the time is spent waiting: for browsers, processes and engines.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    typecheck: { enabled: false },
  },
});
