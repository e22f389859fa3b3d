export interface Step {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

export function runWithProgress(
  steps: readonly Step[],
  write: (text: string) => void,
): Promise<void>;
