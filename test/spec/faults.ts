import { readFileSync } from "node:fs";

/** A planted violation: with it in place, the tests that cite `ids` have to fail. */
export interface Fault {
  /** Requirements the fault violates; a failing test must cite each of them. */
  readonly ids: readonly string[];
  /**
   * The function, method, class or constant of a module it is planted in, wherever that stands in the sources: `hold`.
   * A name that is declared more than once has an outer one before it, `createRounds.hold`, or, where
   * none tells them apart, a folder or a file: `server/hold`, `server/rounds/hold`.
   */
  readonly in: string;
  /** What is replaced there. It stands there once; white space, comments and line breaks do not count. */
  readonly find?: string;
  /** What stands there instead. Empty: it is left out, with the comma after it. */
  readonly replace?: string;
  /** Instead of `find` and `replace`: the statements that take the place of all a function does. */
  readonly body?: string;
}

/** The faults that `npm run test:faults` plants, one after the other. */
export const faults = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
) as readonly Fault[];
