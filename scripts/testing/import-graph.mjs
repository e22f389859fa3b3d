// Which tests a change touches, by what imports or names what.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";

const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
/** A test of this repository; those in the templates of create-midcall are of the projects that it makes. */
const TEST = /^(?:packages\/[^/]+\/)?test\/.*\.test\.tsx?$/;
/** A path in a text of a program: what it starts, reads or serves. */
const NAMED = /["'`]([\w@./-]+\.(?:[cm]?[jt]s|tsx|json|css|html|md))["'`]/g;

/** Tests that read, serve or open what was built from files, without naming them. */
const READERS = [
  { files: /^docs\/|^(?:README|SECURITY|ARCHITECTURE)\.md$/, tests: /^test\/(?:docs|package)\// },
  { files: /^packages\/[^/]+\/(?:README\.md|package\.json)$/, tests: /^test\/(?:docs|package)\// },
  { files: /^packages\/[^/]+\/src\//, tests: /^test\/package\// },
  { files: /^packages\/cli\/web\//, tests: /\/console-|\.console\.test|\/test\/console\/page\// },
  { files: /^packages\/midcall\/app\//, tests: /\/test\/app\/|\/e2e\/(?:app|doctor)-/ },
  { files: /^packages\/create-midcall\/(?:src|templates)\//, tests: /create-midcall|first-hour/ },
  { files: /^SECURITY\.md$/, tests: /^test\/security\// },
  { files: /^test\/spec\//, tests: /^test\/spec\// },
];

/** A change of these touches everything. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|vitest\.config\.ts|test\/(?:night|patience|seeded)\.ts|scripts\/(?:build|testing\/(?:projects|run-vitest|stages))\.mjs)$/;

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
  const named = (name, from) =>
    [posix.join(dirname(from), name), name, `examples/dist/${name}`].map(fileAt).filter(Boolean);

  /** Who imports or names a file. */
  const users = new Map();
  const link = (used, user) => {
    if (used === undefined || used === user) return;
    if (!users.has(used)) users.set(used, new Set());
    users.get(used).add(user);
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
    for (const { fileName } of importedFiles) link(resolve(fileName, file), file);
    for (const [, name] of text.matchAll(NAMED))
      for (const used of named(name, file)) link(used, file);
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
        const seen = new Set([file]);
        for (const one of seen) for (const user of users.get(one) ?? []) seen.add(user);
        const readers = READERS.filter(({ files }) => [...seen].some((one) => files.test(one)));
        const found = tests.filter(
          (test) => seen.has(test) || readers.some((reader) => reader.tests.test(test)),
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
