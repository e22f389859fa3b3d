export { createSqliteStore, openSqliteStore, type SqliteStore } from "./create-sqlite-store.js";
export type { SqliteOptions, SqliteStoreOptions } from "./options.js";
