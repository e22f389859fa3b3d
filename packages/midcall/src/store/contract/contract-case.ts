import type { Store } from "../store.js";

/** The stores and functions that a case uses. */
export interface CaseContext {
  readonly store: Store;
  /** Another connection to the same data, or the same store. */
  readonly other: Store;
  readonly elapse: (ms: number) => void | Promise<void>;
  readonly callers: number;
  /** Waits until messages have arrived. If they do not, the assertion that follows fails. */
  readonly until: (reached: () => boolean) => Promise<void>;
}

/** The name of a case, and what it does. */
export type ContractCase = readonly [name: string, run: (context: CaseContext) => Promise<void>];

/** Names that break implementations based on plain objects. */
export const RISKY_NAMES: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "prototype",
];

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
