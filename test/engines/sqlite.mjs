import { createRequire } from "node:module";

/**
 * The `DatabaseSync` of node:sqlite, where this Node has it, or else one with the same interface that every Node can load.
 *
 * @returns {new (path: string, options?: { timeout: number }) => import("../../packages/midcall/src/store/sqlite/database.js").SqliteDatabase}
 */
export function databaseClass() {
  return process.getBuiltinModule?.("node:sqlite")?.DatabaseSync ?? standIn();
}

const CODES = { "database is locked": 5, "database table is locked": 6 };

/** That of @photostructure/sqlite. Its `all` forgets the `errcode` that node:sqlite gives its errors. */
function standIn() {
  const { DatabaseSync } = createRequire(import.meta.url)("@photostructure/sqlite");
  return class extends DatabaseSync {
    prepare(sql) {
      const statement = super.prepare(sql);
      const { all } = statement;
      const value = (...values) => {
        try {
          return all.apply(statement, values);
        } catch (error) {
          error.errcode ??= CODES[error.message] ?? 1;
          throw error;
        }
      };
      return Object.defineProperty(statement, "all", { value });
    }
  };
}
