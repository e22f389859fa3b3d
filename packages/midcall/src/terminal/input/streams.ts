/** What keys are read from: `process.stdin`, or anything like it. */
export interface TerminalInput {
  readonly isTTY?: boolean | undefined;
  readonly isRaw?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  off(event: string, listener: (chunk: Uint8Array) => void): unknown;
  listenerCount(event: string): number;
  resume(): unknown;
  pause(): unknown;
}

/** What is written to: `process.stdout`, `process.stderr`, or anything like them. */
export interface TerminalOutput {
  readonly isTTY?: boolean | undefined;
  /** Columns of the screen; 80 where it does not say. */
  readonly columns?: number | undefined;
  /** Rows of the screen; 24 where it does not say. */
  readonly rows?: number | undefined;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Whether somebody can read the one and type on the other. */
export function isInteractive(input: TerminalInput, output: TerminalOutput): boolean {
  return input.isTTY === true && output.isTTY === true && typeof input.setRawMode === "function";
}
