// Runs several programs at once, with their names before each line of output. They end together.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How long a program may take to end before it is killed, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Runs until one of the programs ends, or until SIGINT or SIGTERM, and then ends the others.
 *
 * @param {readonly { name: string, command: string, args: readonly string[] }[]} programs
 * @param {{ cwd: string, write: (line: string) => void }} options
 * @returns {Promise<number>} the exit code: 0 after a signal, and otherwise that of the first program that ended
 */
export async function runTogether(programs, { cwd, write }) {
  const width = Math.max(...programs.map(({ name }) => name.length));
  const children = programs.map(({ name, command, args }) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        if (line.trim() !== "") write(`${name.padEnd(width)} | ${line}`);
      });
    }
    const ended = new Promise((resolve) => {
      child.once("error", (error) => {
        write(`${name.padEnd(width)} | could not be started: ${error.message}`);
        resolve(1);
      });
      child.once("close", (code) => resolve(code ?? 1));
    });
    return { child, ended };
  });
  const kill = (signal) => children.forEach(({ child }) => child.kill(signal));
  let timer;
  const end = () => {
    kill("SIGTERM");
    timer ??= setTimeout(() => kill("SIGKILL"), GRACE_MS);
  };
  let stopped = false;
  const stop = () => {
    stopped = true;
    end();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const code = await Promise.race(children.map(({ ended }) => ended));
  end();
  await Promise.all(children.map(({ ended }) => ended));
  clearTimeout(timer);
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return stopped ? 0 : code;
}
