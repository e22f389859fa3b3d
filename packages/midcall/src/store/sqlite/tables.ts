import { toBytes, toText, type SqliteDatabase } from "./database.js";

/** A message in the database. */
export interface StoredMessage {
  readonly id: number;
  readonly channel: string;
  readonly message: string;
}

/** The prepared statements of a store. Each is atomic for all processes. */
export interface Tables {
  get(key: string, now: number): string | undefined;
  put(key: string, value: string, expiresAt: number | null): void;
  putIfAbsent(key: string, value: string, expiresAt: number | null, now: number): boolean;
  take(key: string, now: number): string | undefined;
  /** Deletes up to `limit` expired values; returns how many. */
  sweep(now: number, limit: number): number;
  publish(channel: string, message: string, now: number): void;
  lastMessage(): number;
  messagesAfter(id: number, limit: number): StoredMessage[];
  /** Deletes up to `limit` of the oldest messages, if they were not sent between these times. */
  deleteMessages(sentFrom: number, sentTo: number, limit: number): void;
}

/** What a power failure may lose: `full` nothing that was acknowledged, `normal` the most recent writes. */
export type Synchronous = "full" | "normal";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS midcall_values (
    key BLOB NOT NULL PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER);
  CREATE INDEX IF NOT EXISTS midcall_values_expiry ON midcall_values (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS midcall_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, channel BLOB NOT NULL, message BLOB NOT NULL, sent_at INTEGER NOT NULL);`;

/** The largest id of a message: larger ones are no numbers of JavaScript's. */
const MAX_ID = "9007199254740991";
const USABLE = `(id < ${MAX_ID})`;

const WRITE = "INSERT INTO midcall_values (key, value, expires_at) VALUES (?, ?, ?) ";
const REPLACE =
  "ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at ";

/**
 * Prepares the connection and the tables. May fail because another process is doing the same; nothing has changed
 * then, and it can be retried.
 */
export function createTables(database: SqliteDatabase, synchronous: Synchronous): Tables {
  const mode = database.prepare("PRAGMA journal_mode").get() as { journal_mode: string };
  if (mode.journal_mode !== "wal") database.prepare("PRAGMA journal_mode = WAL").get();
  database.exec(`PRAGMA synchronous = ${synchronous === "full" ? "FULL" : "NORMAL"}`);
  const made = database.prepare(
    "SELECT count(*) AS made FROM sqlite_schema WHERE name IN ('midcall_values', 'midcall_values_expiry', 'midcall_messages')",
  );
  if (Number((made.get() as { made: number | bigint }).made) < 3) {
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(SCHEMA);
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }

  const get = database.prepare("SELECT value, expires_at FROM midcall_values WHERE key = ?");
  const put = database.prepare(`${WRITE}${REPLACE}RETURNING 1`);
  const putIfAbsent = database.prepare(
    `${WRITE}${REPLACE}WHERE midcall_values.expires_at <= ? RETURNING 1`,
  );
  const take = database.prepare(
    "DELETE FROM midcall_values WHERE key = ? RETURNING value, expires_at",
  );
  const sweep = database.prepare(
    "DELETE FROM midcall_values WHERE rowid IN (SELECT rowid FROM midcall_values WHERE expires_at <= ? LIMIT ?) RETURNING 1",
  );
  const publish = database.prepare(
    `INSERT INTO midcall_messages (channel, message, sent_at) VALUES (?, ?, ?) RETURNING ${USABLE} AS fits`,
  );
  const last = database.prepare(`SELECT max(id) AS id FROM midcall_messages WHERE ${USABLE}`);
  const after = database.prepare(
    `SELECT id, channel, message FROM midcall_messages WHERE id > ? AND ${USABLE} ` +
      "AND typeof(channel) = 'blob' AND typeof(message) = 'blob' ORDER BY id LIMIT ?",
  );
  const forget = database.prepare(
    "DELETE FROM midcall_messages WHERE id IN (SELECT id FROM midcall_messages ORDER BY id LIMIT ?) " +
      "AND NOT (typeof(sent_at) = 'integer' AND sent_at BETWEEN ? AND ?) RETURNING 1",
  );
  const isSpent = database.prepare(
    `SELECT 1 FROM sqlite_sequence WHERE name = 'midcall_messages' AND seq >= ${MAX_ID}`,
  );
  const drop = database.prepare(`DELETE FROM midcall_messages WHERE NOT ${USABLE} RETURNING 1`);
  const restart = database.prepare(
    "UPDATE sqlite_sequence SET seq = max(?, coalesce((SELECT max(id) FROM midcall_messages), 0)) " +
      "WHERE name = 'midcall_messages' RETURNING 1",
  );

  /** Publishes, and returns whether the message has an id that a reader can use. */
  const send = (channel: string, message: string, now: number): boolean => {
    const [row] = publish.all(toBytes(channel), toBytes(message), now);
    return Number((row as { readonly fits: number | bigint }).fits) === 1;
  };

  const live = (row: unknown, now: number): string | undefined => {
    if (row === undefined) return undefined;
    const { value, expires_at: expiresAt } = row as {
      readonly value: unknown;
      readonly expires_at: number | bigint | null;
    };
    return expiresAt === null || Number(expiresAt) > now ? toText(value) : undefined;
  };

  // Writes use `all`, which steps to the end of the statement: a failing commit, as on a full disk, only fails there,
  // and `get` would not report it.
  return {
    get: (key, now) => live(get.get(toBytes(key)), now),
    put: (key, value, expiresAt) => void put.all(toBytes(key), toBytes(value), expiresAt),
    putIfAbsent: (key, value, expiresAt, now) =>
      putIfAbsent.all(toBytes(key), toBytes(value), expiresAt, now).length > 0,
    take: (key, now) => live(take.all(toBytes(key))[0], now),
    sweep: (now, limit) => sweep.all(now, limit).length,
    publish(channel, message, now) {
      try {
        if (send(channel, message, now)) return;
      } catch (error) {
        if (isSpent.get() === undefined) throw error;
      }
      // Somebody else has written a message with an id that leaves none for others. From a time on, ids are larger than all before.
      drop.all();
      restart.all(now);
      send(channel, message, now);
    },
    lastMessage: () => Number((last.get() as { readonly id: number | bigint | null }).id ?? 0),
    messagesAfter: (id, limit) =>
      after.all(id, limit).map((row) => {
        const found = row as { id: number | bigint; channel: unknown; message: unknown };
        return {
          id: Number(found.id),
          channel: toText(found.channel),
          message: toText(found.message),
        };
      }),
    deleteMessages: (sentFrom, sentTo, limit) => void forget.all(limit, sentFrom, sentTo),
  };
}
