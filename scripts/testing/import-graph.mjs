// Which tests a change touches, by what imports or names what.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";
import { projectOf } from "./projects.mjs";

const CODE = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;
/** A test of this repository; those in the templates of create-midcall are of the projects that it makes. */
const TEST = /^(?:packages\/[^/]+\/)?test\/.*\.test\.tsx?$/;
/** A path in a text of a program, or its end in a template: what it starts, reads or serves. */
const NAMED = /["'`}]([\w@./-]+\.(?:[cm]?[jt]s|[jt]sx|json|css|html|md))["'`]/g;

/** Where a program that calls `fixture("name.mjs")` finds what it names. */
const FIXTURES = ["packages/cli/test/console/fixtures", "packages/cli/test/bridge/fixtures"];

/** Tests that read, start or serve files, or what was built from them, without naming them. */
const READERS = [
  { files: /^docs\/|^(?:README|SECURITY|ARCHITECTURE)\.md$/, tests: /^test\/(?:docs|package)\// },
  { files: /^docs\/clients(?:\.md|\/)/, tests: /^test\/night\/clients\/[\w-]*(?:page|table)/ },
  { files: /^packages\/[^/]+\/(?:README\.md|package\.json)$/, tests: /^test\/(?:docs|package)\// },
  { files: /^packages\/[^/]+\/(?:CHANGELOG\.md|LICENSE)$/, tests: /^test\/package\// },
  { files: /^packages\/[^/]+\/src\//, tests: /^test\/package\// },
  { files: /^packages\/midcall\/commonjs\//, tests: /^test\/(?:package|night\/runtimes)\// },
  { files: /^packages\/midcall\/test\/react\/docs\//, tests: /^test\/package\/readme/ },
  { files: /\/react\/chromium\/__snapshots__\//, tests: /\/react\/chromium\/accessibility/ },
  { files: /\/console\/fixtures\/page\//, tests: /^packages\/cli\/test\/console\// },
  { files: /^packages\/cli\/web\//, tests: /\/console-|\.console\.test|\/test\/console\/page\// },
  { files: /^packages\/midcall\/app\//, tests: /\/test\/app\/|\/e2e\/(?:app|doctor)-/ },
  { files: /^packages\/create-midcall\/(?:src|templates)\//, tests: /create-midcall|first-hour/ },
  { files: /^SECURITY\.md$/, tests: /^test\/security\// },
  { files: /^test\/spec\//, tests: /^test\/spec\// },
  { files: /^test\/docs\/code\//, tests: /^test\/docs\// },
  { files: /^test\/night\/clients\/(?:servers|types)\//, tests: /^test\/night\/clients\// },
  { files: /^test\/night\/runtimes\/(?:servers|types)\//, tests: /^test\/night\/runtimes\// },
  { files: /^test\/night\/frameworks\/pages\//, tests: /^test\/night\/frameworks\// },
  { files: /^test\/night\/next\/app\//, tests: /^test\/night\/next\// },
  {
    files: /^test\/night\/(?:[\w-]+\/)?package(?:-lock)?\.json$/,
    tests: /^test\/(?:night|conformance)\/|\.(?:conformance|fleet|frameworks|stores)\.test/,
  },
  { files: /^examples\/src\/conformance\//, tests: /^test\/conformance\// },
  { files: /^examples\/long-approval\//, tests: /^test\/engines\/long-approval/ },
  { files: /^bench\//, tests: /^test\/package\/bench/ },
  { files: /^\.ci\/|^\.github\/workflows\//, tests: /^test\/scripts\/ci\.test/ },
];

/** A change of these touches everything. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|(?:packages\/[^/]+\/|examples\/)?tsconfig[\w.]*\.json|vitest\.config\.ts|test\/(?:night|patience|seeded)\.ts|scripts\/(?:build|testing\/(?:projects|run-vitest|stages))\.mjs)$/;

/** A file, and all that use it. */
function reachedFrom(file, users) {
  const seen = new Set([file]);
  for (const one of seen) for (const user of users.get(one) ?? []) seen.add(user);
  return seen;
}

/** @param {string} root of the workspace */
export function readGraph(root) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const files = new Set(listed.split("\n").filter(Boolean));
  const entries = entriesOf(root, files);

  /** A file for a path without regard to what it was compiled to. */
  const fileAt = (path) => {
    const source = path.replace(/^((?:packages\/[^/]+|examples)\/)dist\//, "$1src/");
    const stem = source.replace(/\.(?:d\.ts|[cm]?js)$/, "");
    const tries = [path, source, `${stem}.ts`, `${stem}.tsx`, `${source}/index.ts`, `${stem}.mts`];
    return tries.find((one) => files.has(one));
  };
  const resolve = (name, from) =>
    name.startsWith(".") ? fileAt(posix.join(dirname(from), name)) : entries.get(name);
  const named = (name, from, folders) =>
    [posix.join(dirname(from), name), name, ...folders.map((folder) => `${folder}/${name}`)]
      .map(fileAt)
      .filter(Boolean);

  /** Who imports a file, and who imports or names it. */
  const importers = new Map();
  const users = new Map();
  const link = (to, used, user) => {
    if (used === undefined || used === user) return;
    if (!to.has(used)) to.set(used, new Set());
    to.get(used).add(user);
  };
  for (const file of files) {
    if (!CODE.test(file)) continue;
    let text;
    try {
      text = readFileSync(posix.join(root, file), "utf8");
    } catch {
      // It is gone from the folder, and git does not know yet.
      continue;
    }
    const { importedFiles } = ts.preProcessFile(text, true, true);
    for (const { fileName } of importedFiles)
      for (const to of [importers, users]) link(to, resolve(fileName, file), file);
    const folders = ["examples/dist", ...(text.includes("fixture(") ? FIXTURES : [])];
    for (const [, name] of text.matchAll(NAMED))
      for (const used of named(name, file, folders)) link(users, used, file);
  }

  const tests = [...files].filter((file) => TEST.test(file));
  return {
    tests,
    /**
     * The tests that a change of these files touches.
     *
     * @param {readonly string[]} changed
     * @returns {{ tests: readonly string[], alone: readonly string[] }} alone: changed files that no test reaches
     */
    touchedBy(changed) {
      if (changed.some((file) => EVERYTHING.test(file))) return { tests, alone: [] };
      const touched = new Set();
      const alone = [];
      for (const file of changed) {
        const seen = reachedFrom(file, users);
        // By imports alone: what a set-up names, it installs or serves, and not to every test.
        const setUps = reachedFrom(file, importers);
        const readers = READERS.filter(({ files }) => [...seen].some((one) => files.test(one)));
        const found = tests.filter(
          (test) =>
            seen.has(test) ||
            readers.some((reader) => reader.tests.test(test)) ||
            projectOf(test).globalSetup?.some((setUp) => setUps.has(setUp)),
        );
        if (found.length === 0) alone.push(file);
        for (const test of found) touched.add(test);
      }
      return { tests: [...touched].sort(), alone };
    },
  };
}

/** The source of each entry of the packages: `midcall/schema` is `packages/midcall/src/schema/index.ts`. */
function entriesOf(root, files) {
  const entries = new Map();
  for (const file of files) {
    if (!/^packages\/[^/]+\/package\.json$/.test(file)) continue;
    const folder = dirname(file);
    const { name, exports = {} } = JSON.parse(readFileSync(posix.join(root, file), "utf8"));
    for (const [entry, target] of Object.entries(exports)) {
      const path = typeof target === "string" ? target : target.default;
      if (path === undefined) continue;
      const stem = posix.join(folder, path).replace("/dist/", "/src/").replace(/\.js$/, "");
      const source = [`${stem}.ts`, `${stem}.tsx`, posix.join(folder, path)].find((one) =>
        files.has(one),
      );
      if (source !== undefined) entries.set(posix.join(name, entry), source);
    }
  }
  return entries;
}
