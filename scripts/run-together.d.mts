/** Runs several programs at once, each line of theirs behind its name; they end together. */
export function runTogether(
  programs: readonly {
    readonly name: string;
    readonly command: string;
    readonly args: readonly string[];
  }[],
  options: { readonly cwd: string; readonly write: (line: string) => void },
): Promise<number>;
