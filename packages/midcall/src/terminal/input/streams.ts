/** The stream from which keys are read: `process.stdin` or a compatible one. */
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

/** The stream that is written to: `process.stdout`, `process.stderr` or a compatible one. */
export interface TerminalOutput {
  readonly isTTY?: boolean | undefined;
  /** Columns of the screen. Default 80. */
  readonly columns?: number | undefined;
  /** Rows of the screen. Default 24. */
  readonly rows?: number | undefined;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Whether both streams are terminals, so that a user can be asked. */
export function isInteractive(input: TerminalInput, output: TerminalOutput): boolean {
  return input.isTTY === true && output.isTTY === true && typeof input.setRawMode === "function";
}
