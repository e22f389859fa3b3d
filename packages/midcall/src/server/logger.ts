/** Where midcall reports what the wire must not say. `console` fits, and is the default. */
export interface Logger {
  /** Refused states, doubtful set-ups, likely mistakes in a handler. */
  warn(message: string): void;
  /** What failed without anybody being told otherwise. */
  error(message: string): void;
}
