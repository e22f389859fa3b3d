import type { Names } from "./names.js";

/** The statements of a store, each atomic by itself. Everything but the checked names is a parameter. */
export interface Statements {
  /** `$1` key */
  readonly get: string;
  /** `$1` key, `$2` value, `$3` time to live in milliseconds or null */
  readonly put: string;
  /** As `put`. Writes a row only if there was no value. */
  readonly putIfAbsent: string;
  /** `$1` key */
  readonly take: string;
  /** `$1` the most rows to delete */
  readonly sweepValues: string;
  /** `$1` channel, `$2` message, `$3` the channel in hex */
  readonly publish: string;
  readonly lastMessage: string;
  /** `$1` id, `$2` the most rows to return */
  readonly messagesAfter: string;
  /** `$1` the most rows to delete, `$2` age in milliseconds */
  readonly sweepMessages: string;
}

const IN_MS = "double precision * interval '1 millisecond'";

export function statementsFor(names: Names): Statements {
  const { values, messages, channel, publishing } = names;
  const write = `
    INSERT INTO ${values} AS old (key, value, expires_at) VALUES ($1, $2, now() + $3::${IN_MS})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;
  return {
    get: `SELECT value FROM ${values} WHERE key = $1 AND (expires_at IS NULL OR expires_at > now())`,
    put: write,
    // A caller that waited for the lock on an expired row sees the row that another has written, and writes nothing.
    putIfAbsent: `${write} WHERE old.expires_at <= now()`,
    take: `DELETE FROM ${values} WHERE key = $1
      RETURNING value, expires_at IS NULL OR expires_at > now() AS live`,
    // A row that another process is deleting or renewing is left to it.
    sweepValues: `DELETE FROM ${values} WHERE key IN (
      SELECT key FROM ${values} WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    // The lock, held until the commit, makes the order of the ids the order in which messages become visible: a reader
    // that has seen an id never finds a lower one later.
    publish: `
      WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(${publishing})),
        sent AS (INSERT INTO ${messages} (channel, message) SELECT $1::bytea, $2::bytea FROM turn RETURNING id)
      SELECT pg_notify('${channel}', $3) FROM sent`,
    lastMessage: `SELECT coalesce(max(id), 0) AS id FROM ${messages}`,
    messagesAfter: `SELECT id, channel, message FROM ${messages} WHERE id > $1 ORDER BY id LIMIT $2`,
    sweepMessages: `DELETE FROM ${messages} WHERE id IN (
      SELECT id FROM ${messages} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
      AND sent_at < now() - $2::${IN_MS}`,
  };
}
