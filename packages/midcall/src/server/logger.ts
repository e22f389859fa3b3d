/** Receives what midcall reports to the operator and must not send to the host. `console` is one, and the default. */
export interface Logger {
  /** Refused states, questionable configuration, likely mistakes in a handler. */
  warn(message: string): void;
  /** Failures that are reported nowhere else. */
  error(message: string): void;
}
