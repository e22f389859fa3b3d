import { execFile, execFileSync, spawn } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPostgres } from "../../scripts/drivers/postgres.mjs";
import { freePort } from "./free-port.mjs";

const HELP =
  "PostgreSQL was not found: install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or name the folder of initdb and postgres in POSTGRES_BIN.";

const exec = promisify(execFile);

/** PostgreSQL refuses to run as root: then it runs as the user of its package. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A folder that only this user can read. @param {{ uid?: number, gid?: number }} user */
export async function folderOf(name, user) {
  const folder = await mkdtemp(join(tmpdir(), name));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/**
 * Starts a process that says on standard error when it is ready.
 *
 * @returns the process, or what it said if it ended at once
 */
export async function startReady(program, args, ready, options) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const closed = new Promise((resolve) => child.once("close", resolve));
  void closed.then(() => process.off("exit", end));
  let output = "";
  const isReady = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(false));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      // What it says later is nobody's concern.
      if (output.length < 100_000) output += text;
      if (output.includes(ready)) resolve(true);
    });
  });
  return { child, closed, output, isReady };
}

/**
 * @typedef {object} PostgresServer
 * @property {string} url
 * @property {number} port
 * @property {string} folder
 * @property {() => void} freeze
 * @property {() => void} thaw
 * @property {() => Promise<void>} halt
 * @property {() => Promise<void>} crash
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a PostgreSQL server of the tests' own: on a free port of this machine, with data of its own that is gone at the
 * end. Everybody on this machine may connect as `midcall`, who may do everything.
 *
 * @param {readonly string[]} [settings] more settings, such as `fsync=on`; without it, a power failure may lose data
 * @returns {Promise<PostgresServer>} its address, what interrupts it, and what ends it
 * @throws {Error} that says how to get one where there is none
 */
export async function startPostgresServer(settings = []) {
  const programs = findPostgres();
  if (programs === undefined) throw new Error(HELP);
  const user = unprivileged();
  const folder = await folderOf("midcall-postgres-", user);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const init = ["-D", data, "-U", "midcall", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  await exec(join(programs, "initdb"), init, options);

  let server;
  let port;
  const start = async () => {
    const all = [
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      `port=${port}`,
      ...["fsync=off", "max_connections=300", "shared_buffers=32MB", "logging_collector=off"],
      ...settings,
    ].flatMap((setting) => ["-c", setting]);
    server = await startReady(
      join(programs, "postgres"),
      ["-D", data, ...all],
      "ready to accept connections",
      options,
    );
    return server.isReady;
  };
  // Somebody else may take the port in between: then another is tried.
  for (let attempt = 1; ; attempt += 1) {
    port = await freePort();
    if (await start()) break;
    if (attempt === 5) throw new Error(`postgres ends at once:\n${server.output}`);
  }
  const halt = async (signal) => {
    server.child.kill(signal);
    await server.closed;
  };
  return {
    url: `postgres://midcall@127.0.0.1:${port}/postgres`,
    port,
    folder,
    /** Lets all its processes stand still. */
    freeze: () => void freeze(server.child.pid, "SIGSTOP"),
    /** Lets them go on. */
    thaw: () => void freeze(server.child.pid, "SIGCONT"),
    /** Ends it, and all its connections, in order: nothing is lost. */
    halt: () => halt("SIGINT"),
    /** Ends it as a failure does: tables that are not logged are empty afterwards. */
    crash: () => halt("SIGQUIT"),
    /** Starts it again, at the same address. */
    async start() {
      if (!(await start())) throw new Error(`postgres ends at once:\n${server.output}`);
    },
    async stop() {
      await halt("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to a process and to its children. */
function freeze(pid, signal) {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  for (const one of [pid, ...children.split("\n").filter(Boolean).map(Number)]) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
