import { MidcallError } from "../contracts/errors.js";

/** The memory store has reached its limit, in total or for one user, and nothing in it has expired. Nothing was written. */
export class StoreFullError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_FULL";
  override readonly code = "ERR_MIDCALL_STORE_FULL";

  /** @param whose - `owner`: the limit of one user is reached, and others can still write */
  constructor(limit: number, whose: "all" | "owner" = "all") {
    super(
      whose === "all"
        ? `The memory store is full (maxEntries: ${limit}) and no value has expired, so nothing was written. ` +
            "Raise maxEntries, shorten the times to live, or use a durable store."
        : `The memory store already holds ${limit} values for this user (maxEntriesPerOwner) and none has expired, so nothing was written. ` +
            "Raise maxEntriesPerOwner, or use a durable store.",
    );
  }
}

/** Other connections used the database for longer than `busyTimeoutMs`. Nothing was read or written. */
export class StoreBusyError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_BUSY";
  override readonly code = "ERR_MIDCALL_STORE_BUSY";

  constructor(busyTimeoutMs: number, options?: ErrorOptions) {
    super(
      `The database was in use by other connections for ${busyTimeoutMs} ms (busyTimeoutMs), so nothing was done. ` +
        "Look for a transaction that stays open, on this connection or in another process, or raise busyTimeoutMs.",
      options,
    );
  }
}

/** The store was used after `close()`, or after the connection it receives messages on was closed. */
export class StoreClosedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_CLOSED";
  override readonly code = "ERR_MIDCALL_STORE_CLOSED";

  constructor() {
    super(
      "The store, or the connection it receives messages on, has been closed, so nothing was done. Close it last, after everything that uses it.",
    );
  }
}

/** No SQLite engine could be loaded. */
export class StoreEngineError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_ENGINE";
  override readonly code = "ERR_MIDCALL_STORE_ENGINE";

  constructor(options?: ErrorOptions) {
    super(
      `No SQLite engine was found for Node ${process.versions.node}. Use Node 22.13 or later, which has node:sqlite, ` +
        "or install better-sqlite3 (npm install better-sqlite3@12) where this package can import it.",
      options,
    );
  }
}

/** The tables of the PostgreSQL store are missing. */
export class StoreSchemaError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_SCHEMA";
  override readonly code = "ERR_MIDCALL_STORE_SCHEMA";

  constructor(prefix: string, options?: ErrorOptions) {
    super(
      `The database has no tables whose names start with "${prefix}_", or the search_path of the connection does not lead to them, ` +
        `so nothing was done. Run migrate(pool, { prefix: "${prefix}" }) of midcall/store/postgres before the store is used.`,
      options,
    );
  }
}

/** Nothing that is announced with NOTIFY reaches the connection that listens. */
export class StoreListenError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_LISTEN";
  override readonly code = "ERR_MIDCALL_STORE_LISTEN";

  constructor(waitedMs: number) {
    super(
      `The connection that listens did not get a test message within ${waitedMs} ms, so nobody would hear of messages. ` +
        "A pooler such as PgBouncer between the store and the server causes this where it gives out connections by transaction. " +
        "Connect to the server itself, or set listen: false.",
    );
  }
}
