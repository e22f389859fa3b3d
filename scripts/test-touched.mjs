// npm run test:touched: says which tests a change touches, and runs them: npm run test:touched -- [--since REF] [--list] [FILE…]
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { root, steps } from "./build.mjs";
import { groups } from "./testing/groups.mjs";
import { readGraph } from "./testing/import-graph.mjs";
import { prepareSystem } from "./testing/prepare-system.mjs";
import { projectOf } from "./testing/projects.mjs";
import { runVitest } from "./testing/run-vitest.mjs";
import { add, countsLine, inOrder, noCounts, programStage, stage } from "./testing/stages.mjs";

const USAGE = `npm run test:touched -- [--since REF] [--list] [FILE…]

Says which groups of tests the changed files touch, and runs those tests of them.

  FILE…         the changed files; without any, those that git knows to be changed
  --since REF   what git compares with: a commit or a branch; the default is where this branch left main
  --list        says it and runs nothing

Files of \`npm test\` that a group of the night has, too, run once in each: there with larger numbers.
`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        since: { type: "string" },
        list: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\n")
    .filter(Boolean);

/** Where this branch left main; on main itself, what is there of it elsewhere, or the last commit. */
function startOfBranch() {
  for (const main of ["origin/main", "main"]) {
    try {
      const [base] = git("merge-base", "HEAD", main);
      if (base !== undefined) return base;
    } catch {
      // There is no such branch.
    }
  }
  return "HEAD";
}

function changedFiles(since) {
  try {
    const base = since ?? startOfBranch();
    const untracked = git("ls-files", "--others", "--exclude-standard");
    return [...git("diff", "--name-only", "--no-renames", base), ...untracked];
  } catch (error) {
    console.error(`git cannot compare with ${since}: ${error.stderr ?? error.message}`);
    return process.exit(2);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

/** A file as git names it. It may be one that was deleted. */
function asListed(given) {
  const path = relative(root, resolve(process.env["INIT_CWD"] ?? ".", given))
    .split(sep)
    .join("/");
  if (!existsSync(join(root, path)) && git("log", "-1", "--format=%h", "--", path).length === 0) {
    console.error(`There is no file ${given}.`);
    process.exit(2);
  }
  return path;
}

const changed = positionals.length > 0 ? positionals.map(asListed) : changedFiles(values.since);
if (changed.length === 0) {
  console.log(`Nothing has changed since ${values.since ?? startOfBranch()}.`);
  process.exit(0);
}
const { tests, alone } = readGraph(root).touchedBy(changed);

/** The touched tests of each project that has any. */
const byProject = new Map();
for (const file of tests) {
  const { name } = projectOf(file);
  byProject.set(name, [...(byProject.get(name) ?? []), file]);
}

const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const isAlways = (name) => projectOf(byProject.get(name)[0]).runs === "always";
const always = [...byProject.keys()].filter(isAlways);
const night = groups.flatMap((group) => {
  const names = group.projects.filter((name) => byProject.has(name));
  const files = names.flatMap((name) => byProject.get(name));
  return files.length > 0 ? [{ ...group, names, files }] : [];
});
const faults = changed.some((file) => /^(?:packages\/midcall\/src|test\/spec)\//.test(file));

console.log(`${many(changed.length, "changed file")}`);
/** As many as can be read are named. */
const nameSome = (files) => {
  if (values.list && files.length <= 20)
    for (const file of files) console.log(`                 ${file}`);
};
const parts = always.map((name) => `${name} ${byProject.get(name).length}`).join(", ");
console.log(
  `  npm test     ${many(always.flatMap((name) => byProject.get(name)).length, "file")}${parts === "" ? "" : `: ${parts}`}`,
);
nameSome(always.flatMap((name) => byProject.get(name)));
for (const { name, files } of night) {
  console.log(`  ${name.padEnd(12)} ${many(files.length, "file")}`);
  nameSome(files);
}
if (faults) console.log("  faults       not run here: npm run test:all -- faults");
for (const file of alone) console.log(`No test is known to reach ${file}.`);
if (values.list || tests.length === 0) process.exit(0);

const system = await prepareSystem([...byProject.keys()]);
if (system.action === "stop" || (system.action === "install" && !(await system.install())))
  process.exit(1);
const needsBuild = tests.some((file) => projectOf(file).onBuild);
const counts = needsBuild
  ? await inOrder(
      steps.map(
        ([name, program]) =>
          () =>
            programStage(name, program),
      ),
      { stopAtFailure: true },
    )
  : noCounts();
if (counts.failed === 0 && always.length > 0) {
  const files = always.flatMap((name) => byProject.get(name));
  add(counts, await stage("npm test", () => runVitest({ projects: always, args: files })));
}
for (const { name, names, files } of counts.failed === 0 ? night : []) {
  const work = () => runVitest({ projects: names, args: files, env: { MIDCALL_NIGHT: "1" } });
  add(counts, await stage(name, work));
}
console.log(countsLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
