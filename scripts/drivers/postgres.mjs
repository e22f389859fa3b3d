// Finds the programs of PostgreSQL and PgBouncer, for the tests and the benchmarks.
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian has the programs of each version, which are not on the PATH. */
const DEBIAN = "/usr/lib/postgresql";

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function debianFolders() {
  try {
    const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => join(DEBIAN, version, "bin"));
  } catch {
    return [];
  }
}

const onPath = () => (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");

/**
 * The folder with `initdb` and `postgres`: `POSTGRES_BIN`, or the newest of Debian's, or one on the PATH; `undefined` if
 * there is none.
 */
export function findPostgres() {
  const given = process.env.POSTGRES_BIN;
  const folders = given === undefined ? [...debianFolders(), ...onPath()] : [given];
  return folders.find((folder) =>
    ["initdb", "postgres"].every((name) => isExecutable(join(folder, name))),
  );
}

/** The path of PgBouncer: `PGBOUNCER`, or a usual place; `undefined` if there is none. */
export function findPgBouncer() {
  const given = process.env.PGBOUNCER;
  const paths = [...onPath(), "/usr/sbin"].map((folder) => join(folder, "pgbouncer"));
  return (given === undefined ? paths : [given]).find(isExecutable);
}
