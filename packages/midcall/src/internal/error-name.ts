/** The name of an error, or the type of anything else that was thrown. Unlike the message it never quotes data. */
export const errorName = (error: unknown): string =>
  error instanceof Error ? error.name : typeof error;
