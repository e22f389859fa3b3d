/**
 * `midcall/store/sqlite`: a durable store in one file, for Node, shared by the processes of one machine.
 *
 * @module
 */
export { StoreBusyError, StoreClosedError, StoreEngineError } from "../errors.js";
export { createSqliteStore, openSqliteStore, type SqliteStore } from "./create-sqlite-store.js";
export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./database.js";
export type { SqliteOptions, SqliteStoreOptions } from "./options.js";
export type { Synchronous } from "./tables.js";
