import { migrate } from "midcall/store/postgres";
import pg from "pg";
import { startPostgresServer } from "../../engines/postgres-server.mjs";
import { startRedisServer } from "../../engines/redis-server.mjs";

/** A Redis server, or a PostgreSQL server with the tables. */
export async function startStore(store) {
  if (store === "redis") return startRedisServer();
  const server = await startPostgresServer();
  const pool = new pg.Pool({ connectionString: server.url });
  await migrate(pool);
  await pool.end();
  return server;
}
