import { createRequire } from "node:module";
import { installEngines } from "../../../../test/engines/install.mjs";
import { testSqliteStore, type SqliteEngine } from "./sqlite-suite.js";

testSqliteStore(async () => {
  const { betterSqlite3 } = await installEngines();
  return createRequire(import.meta.url)(betterSqlite3) as SqliteEngine;
});
