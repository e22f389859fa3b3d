/** `^word$`, with its special characters escaped, and `\s*` where space around it does not count. */
const ONLY_ONE = /^\^(?:\\s\*)?((?:[^\\^$.*+?()[\]{}|]|\\\W)+?)(?:\\s\*)?\$$/;

/** The only text that a pattern accepts, apart from space around it; `undefined` if it accepts several. */
export const theOnlyText = (source: string): string | undefined =>
  ONLY_ONE.exec(source)?.[1]?.replace(/\\(.)/g, "$1");
