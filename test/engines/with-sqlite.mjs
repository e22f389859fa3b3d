/** Loaded before a program: gives this Node the node:sqlite that a later one has. */
import { createRequire } from "node:module";

const { getBuiltinModule } = process;
process.getBuiltinModule = (name) =>
  getBuiltinModule?.call(process, name) ??
  (name === "node:sqlite" ? createRequire(import.meta.url)("@photostructure/sqlite") : undefined);
