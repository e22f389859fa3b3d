import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The built command. */
export const MIDCALL: string = path("../dist/main.js");
/** The server of the tests, to be named after `--`. */
export const RAW_SERVER: readonly string[] = [process.execPath, path("fixtures/raw-server.mjs")];

export interface Finished {
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Midcall extends Disposable {
  readonly child: ChildProcess;
  readonly ended: Promise<Finished>;
  /** Waits until stdout or stderr has this. */
  says(text: string): Promise<void>;
}

interface RunOptions {
  readonly input?: string;
  readonly keepOpen?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts the built command without a terminal. */
export function startMidcall(
  words: readonly string[],
  { input = "", keepOpen = false, env = {} }: RunOptions = {},
): Midcall {
  if (!existsSync(MIDCALL)) throw new Error(`${MIDCALL} is missing: run "npm run build" first.`);
  const child = spawn(process.execPath, [MIDCALL, ...words], {
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  const tell = (): void => watchers.forEach((look) => look());
  child.stdout.setEncoding("utf8").on("data", (text: string) => ((stdout += text), tell()));
  child.stderr.setEncoding("utf8").on("data", (text: string) => ((stderr += text), tell()));
  child.stdin.on("error", () => {});
  child.stdin.write(input);
  if (!keepOpen) child.stdin.end();
  const ended = new Promise<Finished>((resolve) => {
    child.once("close", (code, signal) => resolve({ code: code ?? signal, stdout, stderr }));
  });
  return {
    child,
    ended,
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!(stdout + stderr).includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        void ended.then(() => reject(new Error(`It never said "${text}": ${stdout}${stderr}`)));
        look();
      }),
  };
}

/** The environment in which these timers of a program last another time, by their length; all in milliseconds. */
export function withTimers(lengths: Readonly<Record<number, number>>): NodeJS.ProcessEnv {
  const code = `const start = globalThis.setTimeout;
    const lengths = ${JSON.stringify(lengths)};
    globalThis.setTimeout = (work, ms, ...more) => start(work, lengths[ms] ?? ms, ...more);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** Processes that have loaded the command and run nothing. They end with this one. */
const warm: ChildProcess[] = [];

/**
 * Runs the command to its end: in a process that has loaded it, since most of the time of a run would go into that; or
 * in a process of its own, as users do.
 */
export async function midcall(
  words: readonly string[],
  { ownProcess = false, ...options }: RunOptions & { ownProcess?: boolean } = {},
): Promise<Finished> {
  if (ownProcess || options.env !== undefined) {
    using run = startMidcall(words, options);
    return await run.ended;
  }
  const child = warm.pop() ?? startWarm();
  const finished = await new Promise<Finished>((resolve, reject) => {
    const fail = (code: unknown): void =>
      reject(new Error(`It ended by itself (${String(code)}).`));
    child.once("exit", fail);
    child.once("message", (message) => {
      child.removeListener("exit", fail);
      resolve(message as Finished);
    });
    child.send({ words, input: options.input ?? "" });
  });
  warm.push(child);
  return finished;
}

function startWarm(): ChildProcess {
  const child = fork(path("warm-midcall.mjs"), {
    env: { ...process.env, NO_COLOR: "1" },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** A folder for files of a test. */
export function ownFolder(): {
  readonly path: string;
  write(name: string, value: unknown): string;
  [Symbol.dispose](): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "midcall-cli-"));
  return {
    path: folder,
    write(name, value) {
      const file = join(folder, name);
      writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
      return file;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Processes with `text` on their command line. */
export function processesWith(text: string): string[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && !line.includes("ps -eo"));
}
