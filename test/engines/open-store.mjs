/** Opens a store on a real engine, in whichever process; on the build, as users have it. */
import { createRequire } from "node:module";
import { createPostgresStore, migrate } from "midcall/store/postgres";
import { createRedisStore } from "midcall/store/redis";
import { createSqliteStore } from "midcall/store/sqlite";
import { databaseClass } from "./sqlite.mjs";

const modules = new URL("../night/node_modules/", import.meta.url);

/** The class of the databases of an engine. `node:sqlite` is only for a Node that has it. */
export function sqliteEngine(engine) {
  if (engine === "better-sqlite3") return createRequire(modules)("better-sqlite3");
  if (engine === "node:sqlite") return process.getBuiltinModule("node:sqlite").DatabaseSync;
  return databaseClass();
}

/**
 * @param {"sqlite" | "node:sqlite" | "better-sqlite3" | "redis" | "postgres" | "postgres, polling"} engine
 * @param {string} place a file or an address
 * @param {{ synchronous?: "full" | "normal" }} [options]
 */
export async function openStore(engine, place, options = {}) {
  if (engine === "redis") {
    const { createClient } = await import("redis");
    const client = await createClient({ url: place }).connect();
    const store = createRedisStore({ client });
    return { ...store, close: () => store.close().then(() => client.close()) };
  }
  if (engine.startsWith("postgres")) {
    const { Pool } = (await import("pg")).default;
    const pool = new Pool({ connectionString: place, max: 5 });
    await migrate(pool);
    const polling = engine === "postgres, polling" && { listen: false, pollMs: 25 };
    const store = createPostgresStore({ pool, ...polling });
    return { ...store, close: () => store.close().then(() => pool.end()) };
  }
  const database = new (sqliteEngine(engine))(place);
  database.exec("PRAGMA busy_timeout = 5");
  const store = createSqliteStore({ database, pollMs: 5, busyTimeoutMs: 600_000, ...options });
  return { ...store, close: () => store.close().then(() => database.close()) };
}
