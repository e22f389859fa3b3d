import type { IssueTexts } from "./issues.js";

/**
 * The end of a message in which a server of midcall asks again because of a pattern. It is in English, and hosts of most
 * protocol versions do not know the pattern, so that they could not say it themselves. It is known by its text: the params
 * of 2026-07-28 have no `_meta` for a mark, and a mark must not let a server exchange other words of its message.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
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
