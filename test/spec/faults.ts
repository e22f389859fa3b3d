import { readFileSync } from "node:fs";

/** A planted violation: with it in place, the tests that cite `ids` have to fail. */
export interface Fault {
  /** Requirements the fault violates; a failing test must cite each of them. */
  readonly ids: readonly string[];
  /** Source file, relative to the repository. */
  readonly file: string;
  /** Text that occurs exactly once in that file. */
  readonly find: string;
  readonly replace: string;
  /** Test files that cite the ids, relative to the repository. */
  readonly tests: readonly string[];
}

/** The faults that `npm run test:faults` plants, one after the other. */
export const faults = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
) as readonly Fault[];
