/** The end of a string that starts at a position; takes linear time. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function endOfComment(text: string, start: number): number {
  const isLine = text[start + 1] === "/";
  const end = isLine ? text.indexOf("\n", start) : text.indexOf("*/", start + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}

/**
 * Parses JSON with comments and trailing commas, as hosts write their configuration.
 *
 * @throws SyntaxError
 */
export function parseJsonc(text: string): unknown {
  const parts: string[] = [];
  /** The position in `parts` of a comma after which nothing but space has come. */
  let comma = -1;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length;) {
    const character = text[at]!;
    if (character === '"') {
      const end = endOfString(text, at);
      parts.push(text.slice(at, end));
      comma = -1;
      at = end;
    } else if (character === "/" && /[/*]/.test(text[at + 1] ?? "")) {
      at = endOfComment(text, at);
      parts.push(" ");
    } else {
      if (/[}\]]/.test(character) && comma !== -1) parts[comma] = " ";
      if (character === ",") comma = parts.length;
      else if (!/\s/.test(character)) comma = -1;
      parts.push(character);
      at += 1;
    }
  }
  return JSON.parse(parts.join("")) as unknown;
}
