import { pause } from "../../internal/pause.js";
import { StoreClosedError, StoreSchemaError } from "../errors.js";
import type { PostgresPool, PostgresResult } from "./pool.js";

const UNDEFINED_TABLE = "42P01";
/** `serialization_failure` and `deadlock_detected`: the statement was rolled back because of another. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const MOST_ATTEMPTS = 12;
const MAX_PAUSE_MS = 64;

/** Runs the statements of a store. */
export class PostgresDatabase {
  readonly #pool: PostgresPool;
  readonly #prefix: string;
  #closed = false;

  constructor(pool: PostgresPool, prefix: string) {
    this.#pool = pool;
    this.#prefix = prefix;
  }

  /**
   * Runs a statement. One that gave way to another is repeated, which happens where the isolation level of the
   * connections is stricter than `read committed`.
   *
   * @throws StoreClosedError; StoreSchemaError when the tables are missing; otherwise the error of `pg`
   */
  async run(text: string, values: unknown[] = []): Promise<PostgresResult> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed) throw new StoreClosedError();
      try {
        return await this.#pool.query(text, values);
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        if (code === UNDEFINED_TABLE) throw new StoreSchemaError(this.#prefix, { cause: error });
        if (!CONFLICTS.includes(code) || attempt === MOST_ATTEMPTS) throw error;
      }
      await pause(Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS));
    }
  }

  /** Rejects everything from now on. The pool stays open. */
  close(): void {
    this.#closed = true;
  }
}
