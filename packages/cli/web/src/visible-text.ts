// Characters that are invisible or change the direction of text. The joiners of letters and the parts of emoji stay.
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;
// More than five combining marks on one letter would cover the lines around it.
const STACKED = /((?:\p{M}[\u200c\u200d]?){5})[\p{M}\u200c\u200d]+/gu;

const isKept = (character: string): boolean => character === "\n" || character === "\t";

/** A server's text without what hides parts of it or turns it around. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (found) => (isKept(found) ? found : ""))
    .replace(STACKED, "$1");

/** The same on one line, for names and addresses. What is sent back to the server is the name itself. */
export const visibleName = (name: string): string => visibleText(name).replace(/\s+/g, " ").trim();

/** JSON with such characters as `\u` escapes: nothing in it hides, and it is the same value. */
export const escapeJson = (json: string): string =>
  json
    .replace(INVISIBLE, (found) =>
      isKept(found)
        ? found
        : Array.from(
            { length: found.length },
            (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
          ).join(""),
    )
    .replace(STACKED, "$1");

/** A value as JSON that is safe to show. */
export const visibleJson = (value: unknown): string =>
  escapeJson(JSON.stringify(value, undefined, 2) ?? "");
