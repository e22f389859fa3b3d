// Characters that are invisible or change the direction of text. Tabs, line breaks and the joiners of letters and
// emoji stay.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// More than five combining marks on one letter would cover the lines around it.
const STACKED = /((?:\p{M}[\u200c\u200d]?){5})[\p{M}\u200c\u200d]+/gu;

/** A server's text without what hides parts of it or turns it around. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (found) => (found === "\n" || found === "\t" ? found : ""))
    .replace(STACKED, "$1");
