/** The store of the fleet, as a server of its own on this machine, and what it has used so far. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startPostgresServer } from "../../test/engines/postgres-server.mjs";
import { startRedisServer } from "../../test/engines/redis-server.mjs";

/**
 * @typedef {object} StoreUsage
 * @property {number} cpuMicros processor time of the server; NaN where it cannot be read
 * @property {number} bytes what its data takes: memory of Redis, files of PostgreSQL
 * @property {number} commands those of the replicas that it has executed; with PostgreSQL, transactions
 */

/** @typedef {{ url: string, usage(): Promise<StoreUsage>, stop(): Promise<void> }} StoreServer */

/** @type {Record<string, () => Promise<StoreServer>>} */
export const STORE_SERVERS = {
  async redis() {
    const server = await startRedisServer();
    const { createClient } = await import("redis");
    const client = await createClient({ url: server.url }).connect();
    return {
      url: server.url,
      async usage() {
        const info = readInfo(await client.info("everything"));
        return {
          cpuMicros: (Number(info.used_cpu_user) + Number(info.used_cpu_sys)) * 1e6,
          bytes: Number(info.used_memory),
          commands: commandsOf(info),
        };
      },
      async stop() {
        await client.close();
        await server.stop();
      },
    };
  },

  async postgres() {
    const server = await startPostgresServer(["fsync=on"]);
    const { Pool } = (await import("pg")).default;
    const pool = new Pool({ connectionString: server.url, max: 1 });
    const { migrate } = await import("midcall/store/postgres");
    await migrate(pool);
    const pid = Number(
      readFileSync(join(server.folder, "data", "postmaster.pid"), "utf8").split("\n")[0],
    );
    let own = 0;
    return {
      url: server.url,
      async usage() {
        const { rows } = await pool.query(
          "SELECT xact_commit AS commits, pg_database_size(datname) AS bytes FROM pg_stat_database WHERE datname = current_database()",
        );
        own += 1;
        return {
          cpuMicros: cpuOf(pid),
          bytes: Number(rows[0].bytes),
          commands: Number(rows[0].commits) - own,
        };
      },
      async stop() {
        await pool.end();
        await server.stop();
      },
    };
  },
};

/** The lines `name:value` of Redis's INFO. @param {string} text */
function readInfo(text) {
  return Object.fromEntries(
    text.split("\r\n").flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** The commands on data and messages, without those that begin a connection or look at the server. */
const OF_REPLICAS = /^cmdstat_(get|set|getdel|del|publish|subscribe|unsubscribe)$/;

/** @param {Record<string, string>} info */
function commandsOf(info) {
  return Object.entries(info)
    .filter(([name]) => OF_REPLICAS.test(name))
    .reduce((sum, [, text]) => sum + Number(/calls=(\d+)/.exec(text)?.[1]), 0);
}

/** One tick of the clock in which Linux counts processor time, in microseconds. */
const TICK_MICROS = 10_000;

/**
 * The processor time of a process, of its children, and of those that have ended. Linux only.
 *
 * @param {number} pid
 */
function cpuOf(pid) {
  try {
    const processes = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(name));
    return processes
      .filter((each) => each.pid === pid || each.parent === pid)
      .reduce((sum, each) => sum + each.own + (each.pid === pid ? each.ended : 0), 0);
  } catch {
    return Number.NaN;
  }
}

/** @param {string} pid */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (from) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MICROS;
    return [{ pid: Number(pid), parent: Number(fields[1]), own: ticks(11), ended: ticks(13) }];
  } catch {
    return [];
  }
}
