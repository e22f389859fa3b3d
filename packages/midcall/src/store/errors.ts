import { MidcallError } from "../contracts/errors.js";

/** The store holds as much as it was told to, in all or for one person, and nothing in it has expired. Nothing was written. */
export class StoreFullError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_FULL";
  override readonly code = "ERR_MIDCALL_STORE_FULL";

  /** @param whose - `owner`: one person's share is used up, and others still have room */
  constructor(most: number, whose: "all" | "owner" = "all") {
    super(
      whose === "all"
        ? `The memory store is full: it holds ${most} values and none has expired, so nothing was written. ` +
            "Raise maxEntries, shorten the times to live, or use a durable store."
        : `The memory store holds ${most} values for this person already, which is one person's share, and none has expired, so nothing was written. ` +
            "Raise maxEntriesPerOwner, or use a durable store.",
    );
  }
}

/** Others held the database for longer than the store was told to wait. Nothing was read or written. */
export class StoreBusyError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_BUSY";
  override readonly code = "ERR_MIDCALL_STORE_BUSY";

  constructor(busyTimeoutMs: number, options?: ErrorOptions) {
    super(
      `The database was in use by others for ${busyTimeoutMs} ms, so nothing was done. ` +
        "Look for a transaction that stays open, on this connection or in another process, or raise busyTimeoutMs.",
      options,
    );
  }
}

/** The store was used after `close()`, or after the connection it listens on was closed. */
export class StoreClosedError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_CLOSED";
  override readonly code = "ERR_MIDCALL_STORE_CLOSED";

  constructor() {
    super(
      "The store, or the connection it listens on, has been closed, so nothing was done. Close it after everything that uses it.",
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
        "or install better-sqlite3 (npm install better-sqlite3@12) where this package can find it.",
      options,
    );
  }
}
