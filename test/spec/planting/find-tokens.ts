import { type Token, tokensOf } from "./tokens.js";

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the match that begins at `first` has its last token, if it is one. */
function lastOf(
  wanted: readonly Token[],
  tokens: readonly Token[],
  first: number,
): Token | undefined {
  let at = first;
  /** Parentheses of layout that are open. */
  let open = 0;
  for (const { text } of wanted) {
    // A match does not begin with layout.
    while (at > first && tokens[at]?.layout && tokens[at]?.text !== text)
      open += tokens[at++]?.text === "(" ? 1 : -1;
    if (tokens[at]?.text !== text) return undefined;
    at += 1;
  }
  for (; open > 0 && tokens[at]?.layout && tokens[at]?.text === ")"; open--) at += 1;
  return tokens[at - 1];
}

/** Where `find` stands in that part of `text`, token for token. */
export function findTokens(find: string, text: string, { start, end }: Range): readonly Range[] {
  const wanted = tokensOf(find);
  const tokens = tokensOf(text, start, end);
  return tokens.flatMap((token, first) => {
    const last = wanted.length > 0 ? lastOf(wanted, tokens, first) : undefined;
    return last ? [{ start: token.start, end: last.end }] : [];
  });
}
