import { open } from "node:fs/promises";
import { StoreEngineError } from "../errors.js";
import type { SqliteDatabase } from "./database.js";

/** How long an operation blocks inside SQLite before it is retried from outside, in milliseconds. */
const BUSY_TIMEOUT_MS = 5;

type Engine = new (path: string) => SqliteDatabase;

async function findEngine(): Promise<Engine> {
  const builtIn = process.getBuiltinModule?.("node:sqlite") as
    | { readonly DatabaseSync: Engine }
    | undefined;
  if (builtIn !== undefined) return builtIn.DatabaseSync;
  // Not a literal, because bundlers would try to resolve it at build time.
  const name: string = "better-sqlite3";
  try {
    return ((await import(name)) as { readonly default: Engine }).default;
  } catch (cause) {
    throw new StoreEngineError({ cause });
  }
}

/** Opens a database with the available engine. A new file is readable by this user only. */
export async function openDatabase(path: string): Promise<SqliteDatabase> {
  const Engine = await findEngine();
  if (path !== ":memory:") await (await open(path, "a", 0o600)).close();
  const database = new Engine(path);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}
