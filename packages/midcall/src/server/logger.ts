/** Where midcall reports what the wire must not say. `console` fits, and is the default. */
export interface Logger {
  warn(message: string): void;
  error(message: string): void;
}
