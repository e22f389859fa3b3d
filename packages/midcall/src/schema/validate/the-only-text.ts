const LONGEST = 400;

/** `^word$`, with its special characters escaped, and `\s*` where space around it does not count. */
const ONLY_ONE = /^\^(?:\\s\*)?((?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|/])+?)(?:\\s\*)?\$$/u;

/** The only text that a pattern accepts, apart from space around it; `undefined` if it accepts several. */
export function theOnlyText(source: string): string | undefined {
  if (source.length > 2 * LONGEST) return undefined;
  return ONLY_ONE.exec(source)?.[1]?.replace(/\\(.)/gu, "$1");
}
