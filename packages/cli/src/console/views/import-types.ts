/*
 * The data of an import that the console's API and its page exchange. Types only: both sides import them.
 */
import type { TargetView } from "./api-types.js";

/** A server in the configuration of a host, before it is added. */
export interface ImportableServer {
  readonly name: string;
  /** What runs or is reached, with plain secrets masked; `${NAME}` stands for a value of the user's environment; `undefined` if it cannot be read. */
  readonly target?: TargetView | undefined;
  readonly environment: readonly ShownValue[];
  readonly headers: readonly ShownValue[];
  /** What it takes from the user's environment and where that goes, one sentence each. */
  readonly taken: readonly string[];
  /** Warnings about variables that make programs load other code, one sentence each. */
  readonly warnings: readonly string[];
  /** Whether the console has it already. */
  readonly known: boolean;
  /** Why it cannot be added. */
  readonly problem?: string | undefined;
  /** What is different here, one sentence each. */
  readonly notes: readonly string[];
}

/** A variable or header, safe to show. Plain secrets are masked, and values of the user's environment are `${NAME}`. */
export interface ShownValue {
  readonly name: string;
  readonly value: string;
}

/** The servers of one configuration. */
export interface ImportView {
  /** For `POST /import/add`. */
  readonly id: string;
  /** The host and the path of the file; `undefined` for what the user has pasted. */
  readonly source?: { readonly host: string; readonly path: string } | undefined;
  readonly servers: readonly ImportableServer[];
  /** Why it cannot be read. */
  readonly problem?: string | undefined;
}

/** The answer of `POST /import/found`. */
export interface FoundImports {
  readonly imports: readonly ImportView[];
  /** The files that were looked for and do not exist. */
  readonly missing: readonly string[];
}

/** The body of `POST /import/add`. */
export interface AddImported {
  readonly id: string;
  /** The positions of the servers in the list. */
  readonly servers: readonly number[];
}

/** The answer of `POST /import/add`. */
export interface ImportedServers {
  readonly added: readonly { readonly id: string; readonly name: string }[];
  /** One sentence for each server that could not be added. */
  readonly problems: readonly string[];
}
