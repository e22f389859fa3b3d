/** Versions from one on, up to another one that is not included. */
export interface VersionRange {
  /** The first version. Default: the oldest. */
  readonly from?: string;
  /** The first version that is no longer included, such as the one with the correction. Default: no end. */
  readonly before?: string;
}

/** Numbers with dots between them; what follows, such as `-beta.1`, does not count. */
const NUMBERS = /^v?(\d{1,9}(?:\.\d{1,9}){0,7})(?![\d.])/;

function numbersOf(version: string): readonly number[] | undefined {
  return NUMBERS.exec(version)?.[1]?.split(".").map(Number);
}

/** Whether this can be compared: it begins with numbers, as `2.1` and `v2.1.0-beta` do. */
export function isVersion(version: unknown): version is string {
  return typeof version === "string" && numbersOf(version) !== undefined;
}

/** Compares number by number; missing ones are 0. */
function compare(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a version is in the range. A version that is missing or cannot be read is in no range. */
export function isInRange(version: string | undefined, { from, before }: VersionRange): boolean {
  const numbers = version === undefined ? undefined : numbersOf(version);
  if (numbers === undefined) return false;
  return (
    (from === undefined || compare(numbers, numbersOf(from) ?? []) >= 0) &&
    (before === undefined || compare(numbers, numbersOf(before) ?? []) < 0)
  );
}
