import ts from "typescript";

/** One word, sign or literal of TypeScript text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A parenthesis that may be there for the layout alone, as in `return (…)` over several lines. */
  readonly layout: boolean;
}

const { SyntaxKind } = ts;
/** After one of these a slash divides; after any other token it begins a regular expression. */
const VALUES: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[SyntaxKind.Identifier, SyntaxKind.PrivateIdentifier, SyntaxKind.ThisKeyword],
  ...[SyntaxKind.NumericLiteral, SyntaxKind.StringLiteral, SyntaxKind.RegularExpressionLiteral],
  ...[SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateTail],
  ...[SyntaxKind.CloseParenToken, SyntaxKind.CloseBracketToken, SyntaxKind.CloseBraceToken],
]);
const BEFORE_LAYOUT: ReadonlySet<string> = new Set(["return", "throw", "=>", "="]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** The tokens of `text` from `start` to `end`: without white space, comments and trailing commas. */
export function tokensOf(text: string, start = 0, end = text.length): readonly Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  scanner.setText(text, start, end - start);
  const tokens: Token[] = [];
  /** For each open brace, whether it is one inside a template. */
  const braces: boolean[] = [];
  /** For each open parenthesis, whether it may be layout. */
  const parentheses: boolean[] = [];
  let before: ts.SyntaxKind = SyntaxKind.Unknown;
  for (;;) {
    let kind = scanner.scan();
    if (kind === SyntaxKind.EndOfFileToken) return tokens;
    const isSlash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
    if (isSlash && !VALUES.has(before)) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.CloseBraceToken && braces.pop())
      kind = scanner.reScanTemplateToken(false);
    if (kind === SyntaxKind.OpenBraceToken) braces.push(false);
    if (kind === SyntaxKind.TemplateHead || kind === SyntaxKind.TemplateMiddle) braces.push(true);
    const own = scanner.getTokenText();
    if (CLOSING.has(own) && before === SyntaxKind.CommaToken) tokens.pop();
    if (own === "(") parentheses.push(BEFORE_LAYOUT.has(tokens.at(-1)?.text ?? ""));
    const layout = own === "(" ? parentheses.at(-1) : own === ")" && parentheses.pop();
    tokens.push({
      text: own,
      start: scanner.getTokenStart(),
      end: scanner.getTokenEnd(),
      layout: layout === true,
    });
    before = kind;
  }
}
