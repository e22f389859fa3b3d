/** What came from the terminal: keys as they are, or a text pasted as one. */
export type Typed = { readonly keys: string } | { readonly pasted: string };

/** Switches the brackets around pasted text on and off. */
export const PASTE_ON = "\u001b[?2004h";
export const PASTE_OFF = "\u001b[?2004l";

const START = "\u001b[200~";
const END = "\u001b[201~";
const LONGEST_PASTE = 200_000;

/** Tells pasted text from keys, so that line ends in it press no Enter. */
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
        // Kept until its end comes; of more than can be used, only what may be the end.
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

/** How much of the end may be the beginning of a mark. A lone Escape, or one with a bracket, is a key. */
function heldBack(text: string): number {
  for (let length = START.length - 1; length > 2; length--) {
    if (text.endsWith(START.slice(0, length))) return length;
  }
  return 0;
}
