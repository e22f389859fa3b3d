/** Why a host cannot show a field, or a whole form. Thrown while a foreign schema is read, and caught by its reader. */
export class Unshown extends Error {
  /** The keyword concerned, or `shape`. */
  readonly code: string;
  /** The reason as a sentence for the user, if it says more than the name of the keyword. */
  readonly reason: string | undefined;

  /** @param message - one sentence for the author of the server; may contain texts from its schema */
  constructor(code: string, message: string, reason?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** A value of a foreign schema in few characters. */
export function inShort(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
