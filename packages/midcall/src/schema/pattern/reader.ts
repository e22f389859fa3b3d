import { PatternError } from "./pattern-error.js";

/** Reads a pattern from start to end. */
export interface Reader {
  /** Advances past a match of the sticky expression at the position; does not move if there is none. */
  take(this: void, token: RegExp): RegExpExecArray | null;
  /** Marks the position, which errors report, and returns it in UTF-16 code units. */
  mark(this: void): number;
  /** The text from the mark to the position. */
  marked(this: void): string;
  error(this: void, construct: string): PatternError;
}

export function createReader(source: string): Reader {
  let position = 0;
  let start = 0;
  return {
    take: (token) => {
      token.lastIndex = position;
      const found = token.exec(source);
      if (found) position = token.lastIndex;
      return found;
    },
    mark: () => (start = position),
    marked: () => source.slice(start, position),
    error: (construct) => new PatternError(construct, start),
  };
}
