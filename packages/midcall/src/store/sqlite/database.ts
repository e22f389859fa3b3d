import { Buffer } from "node:buffer";
/** Values that can be bound. Text is bound as bytes, because node:sqlite truncates text it reads at the first NUL. */
export type SqliteValue = Uint8Array | number | null;

/** The part of a prepared statement the store uses. */
export interface SqliteStatement {
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** An open database: a `DatabaseSync` of node:sqlite, or a `Database` of better-sqlite3. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
  /** Whether a transaction is open, as reported by better-sqlite3. */
  readonly inTransaction?: boolean;
  /** Whether a transaction is open, as reported by later versions of node:sqlite. */
  readonly isTransaction?: boolean;
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** Whether an operation failed only because another connection was using the database. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") {
    // The lower byte is the primary result code; the rest is the extended one.
    return (errcode & 0xff) === SQLITE_BUSY || (errcode & 0xff) === SQLITE_LOCKED;
  }
  return typeof code === "string" && /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/** Whether the owner of the connection has a transaction open, which the store's writes would become part of. */
export function inTransaction(database: SqliteDatabase): boolean {
  return database.inTransaction === true || database.isTransaction === true;
}

export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

export function toText(bytes: unknown): string {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}
