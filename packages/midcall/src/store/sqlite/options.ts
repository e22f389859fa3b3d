import { OptionError } from "../../contracts/errors.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { describeValue } from "../../internal/describe-value.js";
import type { SqliteDatabase } from "./database.js";
import type { Synchronous } from "./tables.js";

/** Options of both functions that create an SQLite store. */
export interface SqliteOptions {
  /**
   * What an acknowledged write survives. `full` (default): a power failure too, at the cost of one disk flush per
   * write. `normal`: crashes and kills of processes; several times as fast.
   */
  readonly synchronous?: Synchronous;
  /** How long an operation waits for other writers before it rejects, in milliseconds. Default 10,000. */
  readonly busyTimeoutMs?: number;
  /** How often the store looks for messages from other connections while it has subscribers, in milliseconds. Default 25. */
  readonly pollMs?: number;
  /** How long a message is kept for slow processes, in milliseconds. Default 60,000. */
  readonly messageTtlMs?: number;
  /** The clock, in milliseconds; for tests. Processes that share a file must agree on it. Default `Date.now`. */
  readonly now?: () => number;
}

/** Options of {@link createSqliteStore}. */
export interface SqliteStoreOptions extends SqliteOptions {
  /** An open database of node:sqlite or better-sqlite3. The store does not close it. */
  readonly database: SqliteDatabase;
}

/** The options with all defaults filled in. */
export type SqliteSettings = Required<SqliteStoreOptions>;

/** What each option may be. */
export const SQLITE_OPTIONS: OptionKinds<SqliteOptions> = {
  synchronous: "any",
  busyTimeoutMs: "any",
  pollMs: "any",
  messageTtlMs: "any",
  now: "function",
};

/** @throws OptionError when an option is unusable */
export function resolveSqliteOptions(options: SqliteStoreOptions): SqliteSettings {
  assertOptions("createSqliteStore", options, { ...SQLITE_OPTIONS, database: "any" });
  const { database, synchronous = "full", now = Date.now } = options;
  if (typeof database?.prepare !== "function" || typeof database.exec !== "function") {
    throw new OptionError(
      "database must be an open database: a DatabaseSync of node:sqlite or a Database of better-sqlite3.",
    );
  }
  if (synchronous !== "full" && synchronous !== "normal") {
    throw new OptionError(
      `synchronous must be "full" or "normal", not ${describeValue(synchronous)}.`,
    );
  }
  return {
    database,
    synchronous,
    now,
    busyTimeoutMs: positive("busyTimeoutMs", options.busyTimeoutMs ?? 10_000),
    pollMs: positive("pollMs", options.pollMs ?? 25),
    messageTtlMs: positive("messageTtlMs", options.messageTtlMs ?? 60_000),
  };
}

function positive(name: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new OptionError(
    `${name} must be a positive number of milliseconds, not ${describeValue(ms)}.`,
  );
}
