import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { wholeMs } from "../lifetime.js";
import type { Store } from "../store.js";
import { SqliteConnection } from "./connection.js";
import { openDatabase } from "./engine.js";
import { createMailbox } from "./mailbox.js";
import {
  resolveSqliteOptions,
  SQLITE_OPTIONS,
  type SqliteOptions,
  type SqliteStoreOptions,
} from "./options.js";
import type { Tables } from "./tables.js";

/** A {@link Store} in an SQLite database. */
export interface SqliteStore extends Store {
  /** Ends all subscriptions, and closes the database if the store opened it. Later operations are rejected. */
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 30_000;
const SWEEP_EVERY_WRITES = 1000;
const MAX_SWEPT = 2000;

/**
 * Creates a store in a database you have opened. On first use it creates two tables, `midcall_values` and
 * `midcall_messages`, and sets `journal_mode = WAL` and `synchronous` on the connection.
 *
 * Every operation is a single statement and therefore atomic for all processes. None blocks inside SQLite for longer
 * than the connection's own `busy_timeout`: an operation that meets another writer is retried later, and the event loop
 * stays free. While you have a transaction open on the connection, the store waits for it to end, so give the store a
 * connection of its own if you can.
 *
 * A message reaches subscribers on this connection immediately, and those on other connections within `pollMs` plus the
 * time of a read. A subscriber whose process is suspended for longer than `messageTtlMs` misses the messages sent in
 * that time.
 *
 * @throws OptionError when an option is unusable. The methods of the store reject with `StoreBusyError`,
 * `StoreClosedError`, or the engine's own error.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { createSqliteStore } from "midcall/store/sqlite";
 *
 * const database = new DatabaseSync("elicitations.db");
 * const store = createSqliteStore({ database });
 * // at the end:
 * await store.close();
 * database.close();
 * ```
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const settings = resolveSqliteOptions(options);
  const { now, messageTtlMs } = settings;
  const connection = new SqliteConnection(settings);
  const mailbox = createMailbox(
    (id, limit) => connection.attempt((tables) => tables.messagesAfter(id, limit)),
    settings.pollMs,
  );
  let writes = 0;
  let sweepAt = 0;

  const write = async <T>(operation: (tables: Tables) => T): Promise<T> => {
    const result = await connection.run(operation);
    writes += 1;
    if (writes % SWEEP_EVERY_WRITES === 0 || now() >= sweepAt) {
      sweepAt = now() + SWEEP_EVERY_MS;
      connection.attempt((tables) => {
        tables.sweep(now(), MAX_SWEPT);
        tables.deleteMessages(now() - messageTtlMs, now() + messageTtlMs, MAX_SWEPT);
      });
    }
    return result;
  };

  const expiry = (ttlMs: number | undefined): number | null => {
    const ms = wholeMs(ttlMs);
    return ms === undefined ? null : now() + ms;
  };

  return {
    get: (key) => connection.run((tables) => tables.get(key, now())),
    put: (key, value, { ttlMs } = {}) => write((tables) => tables.put(key, value, expiry(ttlMs))),
    putIfAbsent: (key, value, { ttlMs } = {}) =>
      write((tables) => tables.putIfAbsent(key, value, expiry(ttlMs), now())),
    take: (key) => write((tables) => tables.take(key, now())),
    delete: async (key) => (await write((tables) => tables.take(key, now()))) !== undefined,
    async publish(channel, message) {
      await write((tables) => tables.publish(channel, message, now()));
      mailbox.collect();
    },
    async subscribe(channel, listener) {
      const unsubscribe = await connection.run((tables) =>
        mailbox.add(channel, listener, tables.lastMessage()),
      );
      return async () => unsubscribe();
    },
    async close() {
      connection.close();
      mailbox.close();
    },
  };
}

/**
 * Opens a database file and returns a store in it. A new file is readable by this user only. Uses node:sqlite if this
 * Node has it (22.13 and later), otherwise better-sqlite3 if that is installed.
 *
 * @param path - The file, or `:memory:` for a database that lasts as long as the store.
 * @throws StoreEngineError when there is no engine; OptionError when an option is unusable
 *
 * @example
 * ```ts
 * import { openSqliteStore } from "midcall/store/sqlite";
 *
 * const store = await openSqliteStore("elicitations.db");
 * const elicitation = createElicitation({ secret, store });
 * // at the end:
 * await store.close();
 * ```
 */
export async function openSqliteStore(
  path: string,
  options: SqliteOptions = {},
): Promise<SqliteStore> {
  if (typeof path !== "string" || path === "")
    throw new OptionError("path must be a non-empty string: the database file.");
  assertOptions("openSqliteStore", options, SQLITE_OPTIONS);
  const database = await openDatabase(path);
  try {
    const store = createSqliteStore({ ...options, database });
    let open = true;
    return {
      ...store,
      async close() {
        await store.close();
        if (open) database.close();
        open = false;
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
