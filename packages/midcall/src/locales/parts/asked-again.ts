import type { IssueTexts } from "./issues.js";

/**
 * The end of a message in which a server of midcall asks again because of a pattern. It is in English, and hosts of most
 * protocol versions do not know the pattern, so that they could not say it themselves.
 */
const REFUSED = /\n\n(?:This is not "([^\n]+)"|Enter it in the format that the server asks for)\.$/;

/** Returns a server's message with that sentence in a language, isolated; `undefined` for every other message. */
export const askedAgain =
  ({ notTheWord, pattern }: Pick<IssueTexts, "notTheWord" | "pattern">) =>
  (message: string): string | undefined => {
    const found = REFUSED.exec(message);
    if (!found) return undefined;
    const text = found[1] === undefined ? pattern : notTheWord(found[1]);
    return `${message.slice(0, found.index)}\n\n\u2068${text}\u2069`;
  };
