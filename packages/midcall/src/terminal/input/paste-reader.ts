/** Input from the terminal: keys, or a pasted text as a unit. */
export type Typed = { readonly keys: string } | { readonly pasted: string };

/** Switches bracketed paste mode on and off. */
export const PASTE_ON = "\u001b[?2004h";
export const PASTE_OFF = "\u001b[?2004l";

const START = "\u001b[200~";
const END = "\u001b[201~";
const LONGEST_PASTE = 200_000;

/** Separates pasted text from keys, so that line ends in pasted text do not count as Enter. */
export function createPasteReader(): (text: string) => Typed[] {
  let rest = "";
  let pasting = false;
  return (text) => {
    const found: Typed[] = [];
    rest += text;
    for (;;) {
      const mark = pasting ? END : START;
      const at = rest.indexOf(mark);
      if (at >= 0) {
        const part = rest.slice(0, at);
        if (pasting) found.push({ pasted: part.slice(0, LONGEST_PASTE) });
        else if (part) found.push({ keys: part });
        rest = rest.slice(at + mark.length);
        pasting = !pasting;
        continue;
      }
      if (pasting) {
        // Buffered until the end mark arrives. Beyond the limit only the tail is kept, which may contain part of that
        // mark.
        if (rest.length > LONGEST_PASTE + END.length) {
          rest = rest.slice(0, LONGEST_PASTE) + rest.slice(-END.length);
        }
        return found;
      }
      const held = heldBack(rest);
      const keys = rest.slice(0, rest.length - held);
      rest = rest.slice(rest.length - held);
      if (keys) found.push({ keys });
      return found;
    }
  };
}

/** The length of the suffix that may be the beginning of a mark. Escape alone, or with a bracket, counts as keys. */
function heldBack(text: string): number {
  for (let length = START.length - 1; length > 2; length--) {
    if (text.endsWith(START.slice(0, length))) return length;
  }
  return 0;
}
