import { StoreBusyError, StoreClosedError } from "../errors.js";
import { inTransaction, isBusy } from "./database.js";
import type { SqliteSettings } from "./options.js";
import { createTables, type Tables } from "./tables.js";

/** Longest pause between two attempts, in milliseconds. */
const MAX_PAUSE_MS = 32;

/** Runs operations on a database that other connections use too. */
export class SqliteConnection {
  readonly #settings: SqliteSettings;
  #closed = false;
  #tables: Tables | undefined;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  /**
   * Runs an operation, and retries it without blocking the event loop while another connection is writing or the owner
   * of this connection has a transaction open.
   *
   * @throws StoreBusyError after `busyTimeoutMs`; StoreClosedError
   */
  async run<T>(operation: (tables: Tables) => T): Promise<T> {
    const { database, synchronous, busyTimeoutMs } = this.#settings;
    const giveUpAt = performance.now() + busyTimeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      if (this.#closed) throw new StoreClosedError();
      let cause: unknown;
      if (!inTransaction(database)) {
        try {
          this.#tables ??= createTables(database, synchronous);
          return operation(this.#tables);
        } catch (error) {
          if (!isBusy(error)) throw error;
          cause = error;
        }
      }
      if (performance.now() >= giveUpAt) throw new StoreBusyError(busyTimeoutMs, { cause });
      const maxPause = Math.min(2 ** attempt, MAX_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPause));
    }
  }

  /** Runs an operation once, if that is possible right now. For recurring work: errors show in the next `run`. */
  attempt<T>(operation: (tables: Tables) => T): T | undefined {
    if (this.#closed || this.#tables === undefined) return undefined;
    try {
      return inTransaction(this.#settings.database) ? undefined : operation(this.#tables);
    } catch {
      return undefined;
    }
  }

  /** Rejects everything from now on. The database itself stays open. */
  close(): void {
    this.#closed = true;
    this.#tables = undefined;
  }
}
