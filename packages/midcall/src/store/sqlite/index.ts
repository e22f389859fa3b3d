/**
 * `midcall/store/sqlite`: a store in one file, for Node: durable, and shared by the processes of one machine.
 *
 * @module
 */
import { OptionError } from "../../contracts/errors.js";
import { StoreBusyError, StoreClosedError } from "../errors.js";
import { wholeMs } from "../lifetime.js";
import { inTransaction, isBusy, type SqliteDatabase } from "./database.js";
import { createMailbox } from "./messages.js";
import { openDatabase } from "./open.js";
import { createTables, type Synchronous, type Tables } from "./tables.js";
import type { Store } from "../store.js";

export { StoreBusyError, StoreClosedError, StoreEngineError } from "../errors.js";
export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./database.js";
export type { Synchronous } from "./tables.js";

/** Options of both kinds of SQLite store. */
export interface SqliteOptions {
  /**
   * What a write that was acknowledged survives. `full` (default): power cuts too, at the price of one
   * flush of the disk a write. `normal`: crashes and kills of processes, several times as fast.
   */
  readonly synchronous?: Synchronous;
  /** Milliseconds an operation waits for other writers before it rejects. Default 10,000. */
  readonly busyMs?: number;
  /** Milliseconds between looks for messages of others, while somebody listens. Default 25. */
  readonly pollMs?: number;
  /** Milliseconds a message stays for processes that are late. Default 60,000. */
  readonly messageMs?: number;
  /** The clock, in milliseconds; for tests. Processes that share a file have to agree on it. Default `Date.now`. */
  readonly now?: () => number;
}

/** Options of {@link createSqliteStore}. */
export interface SqliteStoreOptions extends SqliteOptions {
  /** An open database of node:sqlite or better-sqlite3. It stays yours to close. */
  readonly database: SqliteDatabase;
}

/** A {@link Store} in an SQLite database. */
export interface SqliteStore extends Store {
  /** Ends all subscriptions, and the connection if the store has opened it. What comes later is rejected. */
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 30_000;
const SWEEP_EVERY_WRITES = 1000;
const SWEEP_MOST = 2000;

/**
 * A store in a database you have opened. It makes two tables, `midcall_values` and `midcall_messages`, on
 * first use, and sets `journal_mode = WAL` and `synchronous` on the connection.
 *
 * Every operation is one statement, so that it is atomic for all processes; none waits inside SQLite longer than the
 * connection's own `busy_timeout`: what meets another writer comes back later, and the event loop stays
 * free. While you have a transaction open on the connection, the store waits for its end.
 * Give it a connection of its own where you can.
 *
 * A message reaches subscribers on this connection at once, those on other connections within `pollMs`
 * and the time of a read. A subscriber whose process stood still for longer than `messageMs` misses what was sent meanwhile.
 *
 * @throws OptionError when an option is unusable. Its methods reject with `StoreBusyError` or
 * `StoreClosedError`, or with the engine's own error.
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
  const { database, synchronous = "full", now = Date.now } = options;
  if (typeof database?.prepare !== "function" || typeof database.exec !== "function") {
    throw new OptionError(
      "database must be an open database: a DatabaseSync of node:sqlite or a Database of better-sqlite3.",
    );
  }
  if (synchronous !== "full" && synchronous !== "normal") {
    throw new OptionError(`synchronous must be "full" or "normal", not ${String(synchronous)}.`);
  }
  const busyMs = positive("busyMs", options.busyMs ?? 10_000);
  const pollMs = positive("pollMs", options.pollMs ?? 25);
  const messageMs = positive("messageMs", options.messageMs ?? 60_000);

  let closed = false;
  let tables: Tables | undefined;
  let writes = 0;
  let sweepAt = 0;

  /** Runs an operation, again and again while others are at it, without standing still in between. */
  const run = async <T>(operation: (tables: Tables) => T): Promise<T> => {
    const giveUpAt = performance.now() + busyMs;
    for (let attempt = 0; ; attempt += 1) {
      if (closed) throw new StoreClosedError();
      let cause: unknown;
      if (!inTransaction(database)) {
        try {
          tables ??= createTables(database, synchronous);
          return operation(tables);
        } catch (error) {
          if (!isBusy(error)) throw error;
          cause = error;
        }
      }
      if (performance.now() >= giveUpAt) throw new StoreBusyError(busyMs, { cause });
      const most = Math.min(2 ** attempt, 32);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
    }
  };

  /** What nobody waits for and comes again anyway: what goes wrong with it shows in the next operation. */
  const attempt = <T>(operation: (tables: Tables) => T): T | undefined => {
    if (closed || tables === undefined) return undefined;
    try {
      return inTransaction(database) ? undefined : operation(tables);
    } catch {
      return undefined;
    }
  };

  const mailbox = createMailbox(
    (id, most) => attempt((own) => own.messagesAfter(id, most)),
    pollMs,
  );

  const write = async <T>(operation: (tables: Tables) => T): Promise<T> => {
    const result = await run(operation);
    writes += 1;
    if (writes % SWEEP_EVERY_WRITES === 0 || now() >= sweepAt) {
      sweepAt = now() + SWEEP_EVERY_MS;
      attempt((own) => {
        own.sweep(now(), SWEEP_MOST);
        own.forgetMessages(now() - messageMs, SWEEP_MOST);
      });
    }
    return result;
  };

  const expiry = (ttlMs: number | undefined): number | null => {
    const ms = wholeMs(ttlMs);
    return ms === undefined ? null : now() + ms;
  };

  return {
    get: (key) => run((own) => own.get(key, now())),
    put: (key, value, { ttlMs } = {}) => write((own) => own.put(key, value, expiry(ttlMs))),
    putIfAbsent: (key, value, { ttlMs } = {}) =>
      write((own) => own.putIfAbsent(key, value, expiry(ttlMs), now())),
    take: (key) => write((own) => own.take(key, now())),
    delete: async (key) => (await write((own) => own.take(key, now()))) !== undefined,
    async publish(channel, message) {
      await write((own) => own.publish(channel, message, now()));
      mailbox.collect();
    },
    async subscribe(channel, listener) {
      const leave = await run((own) => mailbox.add(channel, listener, own.lastMessage()));
      return async () => leave();
    },
    async close() {
      closed = true;
      tables = undefined;
      mailbox.close();
    },
  };
}

/**
 * Opens a file, or makes it, readable for this user alone, and returns the store in it. Uses node:sqlite
 * where this Node has it (22.13 and later), else better-sqlite3 if that is installed.
 *
 * @param path The file; `:memory:` for a database that is gone with the store.
 * @throws StoreEngineError when there is no engine; OptionError when an option is unusable.
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
  if (typeof path !== "string" || path === "") throw new OptionError("path must name a file.");
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

function positive(name: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new OptionError(`${name} must be a positive number of milliseconds, not ${String(ms)}.`);
}
