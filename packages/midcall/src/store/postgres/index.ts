/**
 * `midcall/store/postgres`: a store for any number of machines, in a PostgreSQL database of version 12 or later.
 *
 * @module
 */
export { createPostgresStore, type PostgresStore } from "./create-postgres-store.js";
export { migrate } from "./migrate.js";
export type { PostgresStoreOptions } from "./options.js";
