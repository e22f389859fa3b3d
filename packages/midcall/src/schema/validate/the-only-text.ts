/** `^\s*word\s*$`, with the special characters of the word escaped. */
const ONLY_ONE = /^\^\\s\*((?:[^\\^$.*+?()[\]{}|]|\\\W)+)\\s\*\$$/;

/** The only text that a pattern accepts, apart from space around it; `undefined` if it accepts several. */
export const theOnlyText = (source: string): string | undefined =>
  ONLY_ONE.exec(source)?.[1]?.replace(/\\(.)/g, "$1");
