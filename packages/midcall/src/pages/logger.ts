/** Receives warnings and errors. They never contain a secret, a token, or anything a user typed. */
export interface PagesLogger {
  warn(message: string): void;
  error(message: string): void;
}
