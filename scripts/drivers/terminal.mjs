// Runs a program in its own terminal, created by `script` of util-linux, and reads and types there.
import { spawn } from "node:child_process";

const CONTROL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[@-Z\\-_])/g;

const quote = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, columns?: number, rows?: number }} options
 */
export function openTerminal(words, { cwd, env = process.env, columns = 100, rows = 50 } = {}) {
  const line = `stty cols ${columns} rows ${rows}; exec ${words.map(quote).join(" ")}`;
  const child = spawn("script", ["-qfec", line, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let written = "";
  const watchers = new Set();
  const look = () => watchers.forEach((watcher) => watcher());
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (text) => {
    written += text;
    look();
  });
  let failure;
  const ended = new Promise((resolve) => {
    child.once("error", (error) => {
      const missing = error.code === "ENOENT";
      failure = missing ? new Error('This needs "script" of util-linux.') : error;
      resolve(1);
      look();
    });
    child.once("close", (code) => {
      failure ??= new Error(`"${words.join(" ")}" has ended with ${code}.`);
      resolve(code ?? 1);
      look();
    });
  });
  /** The output so far, as text. */
  const text = () => written.replace(CONTROL, "").replaceAll("\r", "");
  return {
    ended,
    text,
    /** The output so far, unmodified. */
    written: () => written,
    /** @param {string} keys */
    type: (keys) => void child.stdin.write(keys),
    /** Waits until the text matches. @param {RegExp} pattern @returns {Promise<RegExpExecArray>} */
    sees: (pattern, ms = 60_000) =>
      new Promise((resolve, reject) => {
        const watcher = () => {
          const found = pattern.exec(text());
          if (!found && !failure) return;
          clearTimeout(timer);
          watchers.delete(watcher);
          if (found) resolve(found);
          else reject(new Error(`${failure.message} It said:\n${text().slice(-2_000)}`));
        };
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          reject(new Error(`${pattern} was not seen. The terminal says:\n${text().slice(-2_000)}`));
        }, ms);
        watchers.add(watcher);
        watcher();
      }),
    /** Ends the program as a user would, or else kills it. */
    async close() {
      child.stdin.write("\u0003");
      const timer = setTimeout(() => child.kill("SIGKILL"), 8_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
