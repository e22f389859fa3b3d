import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";

/** A function, a method, a class or a constant of a module. */
export interface SourceSymbol {
  /** The names around it, outermost first, and its own: `createRounds.hold`. */
  readonly path: readonly string[];
  /** Its file, relative to the sources. */
  readonly file: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the body of a function stands. */
  readonly body: { readonly start: number; readonly end: number } | undefined;
}

const isClosure = (
  node: ts.Expression | undefined,
): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The name that a node gives to what stands inside it. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isClassElement(node) ||
    ts.isObjectLiteralElement(node)
  )
    return node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))
      ? node.name.text
      : undefined;
  return undefined;
}

/** The function that a named node declares, if it is one with a body. */
function functionOf(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  if (
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node)
  )
    return isClosure(node.initializer) ? node.initializer : undefined;
  const isOne =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isConstructorDeclaration(node);
  return isOne && node.body ? node : undefined;
}

/** Whether a named node is a class, or a constant of the module. */
const isOfModule = (node: ts.Node): boolean =>
  ts.isClassDeclaration(node) ||
  (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));

/** What is declared in the text of one file. */
export function symbolsIn(file: string, text: string): readonly SourceSymbol[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: SourceSymbol[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const name = nameOf(node);
    const path = name === undefined ? outer : [...outer, name];
    const declared = functionOf(node);
    if (name !== undefined && (declared || isOfModule(node))) {
      const body = declared?.body && { start: declared.body.getStart(), end: declared.body.end };
      found.push({ path, file, text, start: node.getStart(), end: node.end, body });
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(tree, []);
  return found;
}

/** What is declared in all sources below `folder`. */
export function readSymbols(folder: string): readonly SourceSymbol[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .flatMap((name) =>
      symbolsIn(name.split(sep).join("/"), readFileSync(join(folder, name), "utf8")),
    );
}
