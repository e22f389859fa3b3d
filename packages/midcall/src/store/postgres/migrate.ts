import { namesFrom, type Names } from "./names.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { PostgresPool } from "./pool.js";

/**
 * Creates the tables of a store, in the first schema of the connection's `search_path`: `midcall_values`,
 * `midcall_messages` and the sequence `midcall_message_ids`, named after the prefix. What is there already stays as it is.
 *
 * It is one transaction under an advisory lock, so any number of processes may run it at the same time. The role needs
 * the right `CREATE` on the schema. A store needs less: see `createPostgresStore`.
 *
 * @param pool - a `Pool` of the `pg` package
 * @param options - `prefix`: the one of the store. Default `midcall`
 * @throws OptionError when the prefix is unusable; the error of `pg` when the tables cannot be created
 *
 * @example
 * ```ts
 * import { Pool } from "pg";
 * import { migrate } from "midcall/store/postgres";
 *
 * const pool = new Pool({ connectionString: process.env.ADMIN_DATABASE_URL });
 * await migrate(pool);
 * await pool.end();
 * ```
 */
export async function migrate(
  pool: Pick<PostgresPool, "query">,
  options: { readonly prefix?: string } = {},
): Promise<void> {
  assertOptions<typeof options>("migrate", options, { prefix: "any" });
  // Statements sent together are one transaction.
  await pool.query(schemaOf(namesFrom(options.prefix)));
}

/**
 * Messages lie in a table that is not logged: they are needed for a minute, and a crash of the server, which empties it,
 * also ends the connections of those who wait for them. Their sequence is logged, so that no number comes twice.
 */
function schemaOf({ values, messages, messageIds, migrating }: Names): string {
  return `
    SELECT pg_advisory_xact_lock(${migrating});
    CREATE TABLE IF NOT EXISTS ${values} (
      key bytea PRIMARY KEY, value bytea NOT NULL, expires_at timestamptz);
    CREATE INDEX IF NOT EXISTS ${values}_expiry ON ${values} (expires_at) WHERE expires_at IS NOT NULL;
    CREATE SEQUENCE IF NOT EXISTS ${messageIds};
    CREATE UNLOGGED TABLE IF NOT EXISTS ${messages} (
      id bigint PRIMARY KEY DEFAULT nextval('${messageIds}'),
      channel bytea NOT NULL, message bytea NOT NULL, sent_at timestamptz NOT NULL DEFAULT now());`;
}
