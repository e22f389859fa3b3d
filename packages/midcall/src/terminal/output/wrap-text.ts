// Marks on other letters, and direction isolates.
const NARROW = /\p{Mn}|\p{Me}|[\u2066-\u2069]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** The estimated number of columns that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text)
    width += char < "\u0300" ? 1 : NARROW.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

/** Wraps plain text into lines of at most that many columns, between words if possible. */
export function wrapText(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = "";
  let width = 0;
  const take = (word: string, wordWidth: number): void => {
    current += word;
    width += wordWidth;
  };
  const end = (): void => {
    lines.push(current.trimEnd());
    current = "";
    width = 0;
  };
  for (const word of line.split(/(?<= )(?! )/)) {
    const wordWidth = widthOf(word.trimEnd());
    if (width > 0 && width + wordWidth > columns) end();
    if (wordWidth <= columns) {
      take(word, widthOf(word));
      continue;
    }
    for (const char of word) {
      const charWidth = widthOf(char);
      if (width > 0 && width + charWidth > columns) end();
      take(char, charWidth);
    }
  }
  lines.push(current.trimEnd());
  return lines;
}
