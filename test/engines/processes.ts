import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A process that runs one of the scripts of this folder. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has written so far. */
  output(): string;
  /** Resolves with the output when it has ended by itself; rejects when it has failed. */
  readonly done: Promise<string>;
  /** Ends it wherever it is, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a script of this folder, or of another by its address, under some Node, with its arguments as JSON. */
export function start(
  node: string,
  script: string,
  args: object,
  nodeFlags: readonly string[] = [],
): Running {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const quiet = "--disable-warning=ExperimentalWarning";
  const child = spawn(node, [quiet, ...nodeFlags, path, JSON.stringify(args)], { stdio: "pipe" });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  // One that was killed has no use for what is still being written to it.
  child.stdin.on("error", () => {});
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const done = closed.then((code) => {
    if (code !== 0) throw new Error(`${script} ended with ${code}:\n${errors}`);
    return output;
  });
  done.catch(() => {});
  return {
    child,
    output: () => output,
    done,
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** Resolves when a process has written something; rejects when it ends before. */
export async function firstOutput({ child, done }: Running): Promise<void> {
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), done]);
}
