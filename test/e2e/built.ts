import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { patienceMs } from "../night.js";

/** A built file of the examples. @throws Error when nothing was built */
export function built(file: string): string {
  const path = fileURLToPath(new URL(`../../examples/dist/${file}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build" first.`);
  return path;
}

/** A program under test, with what it has said; killed at the end of the test if it still runs. */
export interface Program extends Disposable {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Waits until stdout or stderr matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, [built(file), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let out = "";
  let err = "";
  const watchers = new Set<() => void>();
  const tell = (): void => watchers.forEach((look) => look());
  child.stdout.setEncoding("utf8").on("data", (text: string) => ((out += text), tell()));
  child.stderr.setEncoding("utf8").on("data", (text: string) => ((err += text), tell()));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  return {
    child,
    stdout: () => out,
    stderr: () => err,
    ended,
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(out) ?? pattern.exec(err);
          if (found === null) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} and never said ${pattern}: ${out}${err}`)),
        );
        look();
      }),
  };
}

/** A directory for temporary files of a program, so that a test sees what it leaves behind. */
export function ownTemp(): { readonly path: string; left(): string[]; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "midcall-e2e-"));
  return {
    path,
    left: () => readdirSync(path),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Processes with `text` on their command line. */
export function processesWith(text: string): string[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && !line.includes("ps -eo"));
}

/** Waits until something is so, as long as the tests wait for anything. */
export async function eventually(check: () => boolean): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    if (check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return check();
}
