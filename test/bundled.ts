import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules/.cache/midcall-programs");

/** Programs that tests start again and again, and that load more than they do. */
const PROGRAMS = [
  ...[
    "client-tasks",
    "content",
    "environment",
    "server",
    "settings",
    "tool-tasks",
    "wrong-output",
  ].map((name) => `packages/cli/test/console/fixtures/${name}.mjs`),
  "packages/cli/test/bridge/fixtures/asking-server.mjs",
  "packages/cli/test/bridge/fixtures/calling-host.mjs",
  "packages/cli/test/fixtures/asking-server.mjs",
  "packages/midcall/test/hosts/server.fixture.mjs",
];

/** Changes with everything that goes into the bundles. */
function stateOfSources(): string {
  const hash = createHash("sha256");
  const note = (path: string): void => {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path}\n${mtimeMs}\n${size}\n`);
  };
  const built = join(root, "packages/midcall/dist");
  for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".js")) note(join("packages/midcall/dist", name));
  }
  // With what they import from beside them.
  for (const folder of new Set(PROGRAMS.map((file) => dirname(file)))) {
    for (const name of readdirSync(join(root, folder))) {
      if (name.endsWith(".mjs")) note(join(folder, name));
    }
  }
  for (const file of ["package-lock.json", "test/bundled.ts"]) note(file);
  return hash.digest("hex").slice(0, 20);
}

async function bundleAll(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache)) {
    const path = join(cache, old);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > 24 * 60 * 60 * 1000) rmSync(path, { recursive: true, force: true });
  }
  const { build } = await import("vite");
  const making = mkdtempSync(join(cache, "making-"));
  const entries = PROGRAMS.map((file) => [file.replace(/\.\w+$/, ""), join(root, file)]);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: true,
      minify: false,
      target: "node20",
      outDir: making,
      rolldownOptions: {
        input: Object.fromEntries(entries) as Record<string, string>,
        output: { entryFileNames: "[name].mjs", chunkFileNames: "shared/[name]-[hash].mjs" },
      },
    },
  });
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another worker was first.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const folder = join(cache, stateOfSources());
if (!existsSync(folder)) await bundleAll(folder);

/**
 * A program of the tests together with all it imports in few files: the same program, which starts in half the time. Its
 * path ends as its own does. Programs that load little stay where they are.
 */
export function bundled(path: string): string {
  const file = relative(root, path);
  if (!PROGRAMS.includes(file)) return path;
  return join(folder, file.replace(/\.\w+$/, ".mjs"));
}
