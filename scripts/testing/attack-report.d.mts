/** Counts and faults of the attack tests, from vitest's JSON report and what `tally` has written. */
export function reportAttacks(
  results: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[],
  tallied: string,
): { readonly lines: readonly string[]; readonly problems: readonly string[] };
