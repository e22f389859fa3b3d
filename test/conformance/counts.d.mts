export type Counts = Record<"SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO", number>;
export interface Outcome {
  scenario: string;
  protocolVersion: string;
  counts: Counts;
  /** Set when the scenario could not be run or read at all. */
  error?: string | undefined;
}
export const STATUSES: readonly (keyof Counts)[];
export function countChecks(checks: readonly { status?: string }[]): Counts;
export function sumCounts(list: readonly Counts[]): Counts;
export function findProblems(outcomes: readonly Outcome[], minimum: number): string[];
