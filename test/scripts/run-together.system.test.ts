import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { ownTemp } from "../e2e/built.js";

const module = new URL("../../scripts/run-together.mjs", import.meta.url).href;
const root = fileURLToPath(new URL("../..", import.meta.url));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** Says its number, and then works until it is ended. */
const FOREVER = "console.log('pid ' + process.pid); setInterval(() => {}, 1000);";

/** Has the time that programs get to end pass at once. */
const impatient = `const start = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...more) => start(work, ms === 5000 ? 0 : ms, ...more);`;

/** A process that runs these scripts together, after this code. */
function together(scripts: Readonly<Record<string, string>>, before = "") {
  const programs = Object.entries(scripts).map(([name, script]) => ({
    name,
    command: process.execPath,
    args: ["-e", script],
  }));
  const source = `
    import { runTogether } from ${JSON.stringify(module)};
    ${before}
    const write = (line) => console.log(line);
    process.exitCode = await runTogether(${JSON.stringify(programs)}, { cwd: ".", write });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { cwd: root });
  running.add(child);
  let said = "";
  const watchers = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    for (const look of watchers) look();
  });
  return {
    child,
    said: () => said,
    ended: new Promise<number | null>((resolve) => child.once("close", resolve)),
    /** Waits until it has said this so often. */
    sees: (pattern: RegExp, times: number) =>
      new Promise<readonly RegExpMatchArray[]>((resolve) => {
        const look = (): void => {
          const found = [...said.matchAll(pattern)];
          if (found.length >= times) resolve(found);
        };
        watchers.add(look);
        look();
      }),
  };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(["SIGINT", "SIGTERM"] as const)("ends every program with %s", async (signal) => {
  const run = together({ one: FOREVER, another: FOREVER });
  const pids = (await run.sees(/pid (\d+)/g, 2)).map(([, pid]) => Number(pid));
  expect(pids.map(isRunning)).toEqual([true, true]);
  run.child.kill(signal);
  expect(await run.ended).toBe(0);
  expect(pids.map(isRunning)).toEqual([false, false]);
});

it("ends the others when one ends, with its exit code", async () => {
  using temp = ownTemp();
  const file = JSON.stringify(join(temp.path, "said"));
  const run = together({
    forever: `${FOREVER} require("node:fs").writeFileSync(${file}, "");`,
    fails: `setInterval(() => require("node:fs").existsSync(${file}) && process.exit(3), 5)`,
  });
  const [[, pid] = []] = await run.sees(/pid (\d+)/g, 1);
  expect(await run.ended).toBe(3);
  expect(isRunning(Number(pid))).toBe(false);
});

it("kills a program that does not end when it is asked to", async () => {
  const run = together({ deaf: `process.on("SIGTERM", () => {}); ${FOREVER}` }, impatient);
  const [[, pid] = []] = await run.sees(/pid (\d+)/g, 1);
  run.child.kill("SIGINT");
  expect(await run.ended).toBe(0);
  expect(isRunning(Number(pid))).toBe(false);
});

it("writes each line behind the name of its program, and no empty ones", async () => {
  const run = together({ a: "console.log('one\\n\\ntwo')", long: "console.error('three')" });
  await run.ended;
  const lines = run.said().trimEnd().split("\n");
  expect(lines.every((line) => /^(a {3}|long) \| \w+$/.test(line))).toBe(true);
});

it("says when a program cannot be started", async () => {
  const source = `
    import { runTogether } from ${JSON.stringify(module)};
    const programs = [{ name: "none", command: "/none/such", args: [] }];
    process.exitCode = await runTogether(programs, { cwd: ".", write: (line) => console.log(line) });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
  running.add(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(1);
  expect(said).toContain("none | could not be started");
});
