import ts from "typescript";

/** What keeps the text from being TypeScript, with the line it is in. */
export function syntaxError(file: string, text: string): string | undefined {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  // The parser keeps them there; only the types do not say so.
  const { parseDiagnostics } = tree as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  if (!first) return undefined;
  const { line } = tree.getLineAndCharacterOfPosition(first.start);
  const shown = text.split("\n")[line]?.trim();
  return `${ts.flattenDiagnosticMessageText(first.messageText, " ")} \`${shown}\``;
}
