import { databaseClass } from "../../../../test/engines/sqlite.mjs";
import { testSqliteStore } from "./sqlite-suite.js";

testSqliteStore(databaseClass);
