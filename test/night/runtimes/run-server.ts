import { spawn } from "node:child_process";
import { freePort } from "../peers/free-port.js";
import { FOLDER } from "./install.mjs";
import type { Mount } from "./mounts.js";

/** A server that answers at an address. */
export interface RunningServer extends AsyncDisposable {
  readonly url: URL;
  /** What its program has written. */
  output(): string;
}

/** Starts the server in a process of its own, and waits until it answers. */
export async function runServer({ prepare, command }: Mount): Promise<RunningServer> {
  await prepare?.();
  const port = await freePort();
  const { program, args, env } = command(port);
  const child = spawn(program, args, {
    cwd: FOLDER,
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that what it starts ends with it.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const stop = async (): Promise<void> => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await ended;
  };
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      async (response) => (await response.body?.cancel(), true),
      () => false,
    );
  const until = performance.now() + 150_000;
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`The server does not answer:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, output: () => output, [Symbol.asyncDispose]: stop };
}
