import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPgBouncer } from "../../scripts/drivers/postgres.mjs";
import { freePort } from "./free-port.mjs";
import { folderOf, startReady, unprivileged } from "./postgres-server.mjs";

const HELP =
  "PgBouncer was not found: install it (Debian: apt-get install pgbouncer; macOS: brew install pgbouncer), or name it in PGBOUNCER.";

/** @typedef {{ readonly url: string, stop(): Promise<void> }} PgBouncer */

/**
 * Starts PgBouncer in front of a server of the tests, giving out its connections by transaction.
 *
 * @param {number} serverPort
 * @returns {Promise<PgBouncer>} its address, and what ends it
 * @throws {Error} that says how to get it where there is none
 */
export async function startPgBouncer(serverPort) {
  const program = findPgBouncer();
  if (program === undefined) throw new Error(HELP);
  const user = unprivileged();
  const folder = await folderOf("midcall-pgbouncer-", user);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const config = join(folder, "pgbouncer.ini");
    await writeFile(
      config,
      `[databases]
postgres = host=127.0.0.1 port=${serverPort} user=midcall
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
    );
    if (user.uid !== undefined) await chown(config, user.uid, user.gid);
    const started = await startReady(program, [config], "process up", { ...user, cwd: folder });
    if (started.isReady) {
      return {
        url: `postgres://midcall@127.0.0.1:${port}/postgres`,
        async stop() {
          started.child.kill("SIGKILL");
          await started.closed;
          await rm(folder, { recursive: true, force: true });
        },
      };
    }
    if (attempt === 5) throw new Error(`pgbouncer ends at once:\n${started.output}`);
  }
}
