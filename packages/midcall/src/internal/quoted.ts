/** A value that was given, in a message: text with quotes. The short form of `describeValue`, for what browsers load. */
export const quoted = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value);
