/** Whether a text matches a pattern, in which `*` matches any text and `\*` an asterisk. Takes linear time. */
export function matchesPattern(pattern: string, text: string): boolean {
  const pieces = piecesOf(pattern);
  const first = pieces[0]!;
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1)!;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    at = endOfFirst(piece, text, at, end);
    if (at === -1) return false;
  }
  return true;
}

/** Whether a pattern has a wildcard, and so can match more than one text. */
export function hasWildcard(pattern: string): boolean {
  return piecesOf(pattern).length > 1;
}

/** The pattern that matches only this text. */
export function patternFor(text: string): string {
  return text.replace(/[*\\]/g, "\\$&");
}

/** The parts between the wildcards. A backslash escapes only `*` and `\`. */
function piecesOf(pattern: string): string[] {
  const pieces = [""];
  for (const [token] of pattern.matchAll(/\\[*\\]|[^]/g)) {
    if (token === "*") pieces.push("");
    else pieces[pieces.length - 1] += token.length === 2 ? token[1]! : token;
  }
  return pieces;
}

/** The end of the first occurrence in a range, or -1 (Knuth-Morris-Pratt). */
function endOfFirst(piece: string, text: string, from: number, to: number): number {
  if (piece === "") return from;
  // For each length of a partial match, the next shorter one that ends at the same position.
  const shorter = [0];
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece[at] !== piece[length]) length = shorter[length - 1]!;
    if (piece[at] === piece[length]) length += 1;
    shorter.push(length);
  }
  for (let at = from, length = 0; at < to; at++) {
    while (length > 0 && text[at] !== piece[length]) length = shorter[length - 1]!;
    if (text[at] === piece[length]) length += 1;
    if (length === piece.length) return at + 1;
  }
  return -1;
}
