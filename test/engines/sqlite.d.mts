import type { SqliteDatabase } from "../../packages/midcall/src/store/sqlite/database.js";

export function databaseClass(): new (
  path: string,
  options?: { readonly timeout: number },
) => SqliteDatabase;
