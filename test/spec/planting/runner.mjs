// Runs tests with a fault planted in memory: one vitest for many faults. A child process of faults.mjs, which sends it
// `{ files, pattern, planted }` and gets `{ results }`, and ends it when it hangs.
import { fileURLToPath } from "node:url";
import { loadConfigFromFile } from "vite";
import { createVitest } from "vitest/node";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** A test that a fault keeps from its end has failed. Most of them wait for something that does not happen any more. */
const TEST_LIMIT_MS = 20_000;

/** The file with the fault, and its text. */
let planted;
const planting = {
  name: "planted-fault",
  enforce: "pre",
  load: (id) => (planted !== undefined && id.split("?")[0] === planted.path ? planted.text : null),
};

const { config } = await loadConfigFromFile(
  { command: "serve", mode: "test" },
  `${ROOT}vitest.config.ts`,
);
const { projects: _, ...test } = config.test;
const vitest = await createVitest(
  "test",
  {
    ...test,
    config: false,
    root: ROOT,
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/patience.ts", "test/seeded.ts"].map((path) => `${ROOT}${path}`),
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    watch: false,
    maxWorkers: 1,
    reporters: [{}],
  },
  { configFile: false, resolve: config.resolve, plugins: [planting] },
);
const project = vitest.getRootProject();

async function run({ files, pattern, planted: next }) {
  for (const path of new Set([planted?.path, next?.path])) {
    if (path !== undefined) vitest.invalidateFile(path);
  }
  planted = next;
  vitest.setGlobalTestNamePattern(new RegExp(pattern));
  const specifications = files.map((file) => project.createSpecification(`${ROOT}${file}`));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  // Vitest remembers what it ran before.
  const present = new Set(specifications.map(({ moduleId }) => moduleId));
  const ran = testModules.filter(({ moduleId }) => present.has(moduleId));
  return ran.flatMap(({ children }) =>
    [...children.allTests()].map((test) => ({ title: test.name, status: test.result().state })),
  );
}

process.on("message", (asked) => {
  void run(asked).then(
    (results) => process.send({ results }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.once("disconnect", () => process.exit());
process.send({ ready: true });
