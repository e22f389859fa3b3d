/** Names the tests that failed at first and passed when they were run once more. */
export function secondAttempts(
  files: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[],
): string[];
