import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { describeValue } from "../../internal/describe-value.js";
import { namesFrom, type Names } from "./names.js";
import type { PostgresPool } from "./pool.js";

/** Options of {@link createPostgresStore}. */
export interface PostgresStoreOptions {
  /** A `Pool` of the `pg` package, version 8. The store does not end it. */
  readonly pool: PostgresPool;
  /**
   * What the names of the tables start with, as for `migrate`: 1 to 40 lowercase letters, digits and underscores, the
   * first one a letter. Default `midcall`.
   */
  readonly prefix?: string;
  /**
   * Whether messages are announced with `LISTEN` (default). From the first `subscribe` on, this uses one connection of the
   * pool. Behind a pooler that gives out connections by transaction, such as PgBouncer with `pool_mode = transaction`, set
   * it to `false`: the store then reads its table of messages every `pollMs`.
   */
  readonly listen?: boolean;
  /** How often the store reads messages while it has subscribers, in milliseconds, with `listen: false`. Default 250. */
  readonly pollMs?: number;
  /**
   * How long a message is kept for processes that are slow or have lost their connection, in milliseconds. Default
   * 60,000.
   */
  readonly messageTtlMs?: number;
  /**
   * Called with errors of work in the background, which is tried again: listening, reading messages, and deleting what
   * has expired. Default: ignored.
   */
  readonly onError?: (error: unknown) => void;
}

/** The options with all defaults filled in. */
export interface PostgresSettings {
  readonly pool: PostgresPool;
  readonly names: Names;
  readonly listen: boolean;
  readonly pollMs: number;
  readonly messageTtlMs: number;
  readonly onError: (error: unknown) => void;
}

/** @throws OptionError when an option is unusable */
export function resolvePostgresOptions(options: PostgresStoreOptions): PostgresSettings {
  assertOptions<PostgresStoreOptions>("createPostgresStore", options, {
    pool: "any",
    prefix: "any",
    listen: "any",
    pollMs: "any",
    messageTtlMs: "any",
    onError: "function",
  });
  const { pool, listen = true, onError = () => {} } = options;
  if (typeof pool?.query !== "function" || typeof pool.connect !== "function") {
    throw new OptionError("pool must be a Pool of the pg package, version 8.");
  }
  if (typeof listen !== "boolean") {
    throw new OptionError(`listen must be true or false, not ${describeValue(listen)}.`);
  }
  if (listen && pool.options?.max === 1) {
    throw new OptionError(
      "pool must have a max of at least 2, because listening uses one connection. Raise max, or set listen: false.",
    );
  }
  return {
    pool,
    names: namesFrom(options.prefix),
    listen,
    onError,
    pollMs: positive("pollMs", options.pollMs ?? 250),
    messageTtlMs: positive("messageTtlMs", options.messageTtlMs ?? 60_000),
  };
}

function positive(name: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new OptionError(
    `${name} must be a positive number of milliseconds, not ${describeValue(ms)}.`,
  );
}
