import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";

const HELP =
  "redis-server could not be started: install it (Debian: apt-get install redis-server; macOS: brew install redis), or name it in REDIS_SERVER.";

/**
 * A running Redis server. `restart` ends it and starts it again at the same address: what it does not write to a file is
 * lost. `stop` ends it and deletes its data.
 *
 * @typedef {{ readonly url: string, restart(): Promise<void>, stop(): Promise<void> }} RedisServer
 */

/**
 * Starts a Redis server of the tests' own: on a free port of this machine, with data of its own that is gone at the end.
 *
 * @param {readonly string[]} [settings] more of its command line
 * @returns {Promise<RedisServer>} its address, and what ends it
 * @throws {Error} that says how to get one where there is none
 */
export async function startRedisServer(settings = []) {
  const folder = await mkdtemp(join(tmpdir(), "midcall-redis-"));
  // Somebody else may take the port in between: then another is tried.
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    let server = await start(port, folder, settings);
    if (server.isReady) {
      return {
        url: `redis://127.0.0.1:${port}`,
        /** Ends it and starts it again, at the same address. What it does not write to a file is lost. */
        async restart() {
          await server.end();
          server = await start(port, folder, settings);
          if (!server.isReady) throw new Error(`redis-server ends at once:\n${server.output}`);
        },
        async stop() {
          await server.end();
          await rm(folder, { recursive: true, force: true });
        },
      };
    }
    if (attempt === 5) throw new Error(`redis-server ends at once:\n${server.output}`);
  }
}

async function start(port, folder, settings) {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const child = spawn(
    process.env.REDIS_SERVER ?? "redis-server",
    [...args, "--save", "", "--appendonly", "no", "--daemonize", "no", ...settings],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = new Promise((resolve) => child.once("close", resolve));
  void closed.then(() => process.off("exit", kill));
  let output = "";
  const isReady = await new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(HELP, { cause })));
    child.once("close", () => resolve(false));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("Ready to accept connections")) resolve(true);
    });
  });
  const end = async () => {
    kill();
    await closed;
  };
  return { isReady, output, end };
}
