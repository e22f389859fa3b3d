import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const START_LIMIT_MS = 150_000;

/**
 * Starts a fixture server on a free port and waits for the one line it prints: its URL.
 *
 * @param {string} path - relative to this folder
 * @param {AbortSignal} signal
 * @param {readonly string[]} args - further arguments of its command line
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startFixtureServer(path, signal, args = []) {
  const entry = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [entry, "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    const forced = setTimeout(() => child.kill("SIGKILL"), 3_000);
    await exited;
    clearTimeout(forced);
  };
  try {
    return { url: await readUrl(child, entry, signal), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readUrl(child, entry, signal) {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (why) => {
      clearTimeout(timer);
      reject(new Error(`The fixture server ${entry} ${why}.`));
    };
    const timer = setTimeout(() => fail(`printed no URL in ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    signal.addEventListener("abort", () => fail("was interrupted"), { once: true });
    child.once("error", (error) => fail(`did not start: ${error.message}`));
    child.once("exit", (code) => fail(`ended with code ${code} before it was ready`));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const url = /https?:\/\/\S+(?=\s)/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
