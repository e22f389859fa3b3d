/** Where warnings and errors go. Never gets a secret, a token, or anything a person typed. */
export interface PagesLogger {
  warn(message: string): void;
  error(message: string): void;
}
