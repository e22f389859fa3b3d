import { type ChildProcess, execFileSync, spawn } from "node:child_process";
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

/** Starts the built command without a terminal. */
export function startMidcall(
  words: readonly string[],
  {
    input = "",
    keepOpen = false,
    env = {},
  }: { input?: string; keepOpen?: boolean; env?: NodeJS.ProcessEnv } = {},
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

/** The environment in which a program's clock and timers run this many times as fast. */
export function atClockSpeed(factor: number): NodeJS.ProcessEnv {
  const clock = new URL("../../../test/e2e/fast-clock.mjs", import.meta.url).href;
  return { NODE_OPTIONS: `--import=${clock}`, FAST_CLOCK: String(factor) };
}

/** Runs it to its end. */
export async function midcall(
  words: readonly string[],
  options?: Parameters<typeof startMidcall>[1],
): Promise<Finished> {
  using run = startMidcall(words, options);
  return await run.ended;
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
