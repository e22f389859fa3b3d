/** Receives reports for the operator that must not be sent to the host. `console` implements it and is the default. */
export interface Logger {
  /** Refused states, questionable configuration, likely mistakes in a handler. */
  warn(message: string): void;
  /** Failures that are reported nowhere else. */
  error(message: string): void;
}
