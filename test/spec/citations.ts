import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

/** A requirement's id in square brackets inside the title of a test that really runs. */
export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly title: string;
}

const BRACKETS = /\[([^\][]*)\]/g;
const ID = /^[A-Z]+-\d\d[A-Z]?-\d+$/;
const TESTS = new Set(["it", "test"]);
const SUITES = new Set(["describe", "suite"]);
/** A test under one of these may not run, or passes by failing: it proves nothing. */
const INACTIVE = new Set(["skip", "todo", "fails", "skipIf", "runIf"]);

/** Ids that a title cites: `[ELI-26-03]` or, several at once, `[ELI-25B-03, MRTR-26-07]`. */
export function idsInTitle(title: string): readonly string[] {
  return [...title.matchAll(BRACKETS)].flatMap(([, inside = ""]) => {
    const parts = inside.split(/[\s,]+/).filter((part) => part !== "");
    return parts.every((part) => ID.test(part)) ? parts : [];
  });
}

/** `it.each(rows)` is the name `it` with the modifier `each`; undefined for anything unnamed. */
function calledName(
  expression: ts.Expression,
): { name: string; modifiers: readonly string[] } | undefined {
  if (ts.isIdentifier(expression)) return { name: expression.text, modifiers: [] };
  if (ts.isCallExpression(expression)) return calledName(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return calledName(expression.tag);
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const inner = calledName(expression.expression);
  return inner && { name: inner.name, modifiers: [...inner.modifiers, expression.name.text] };
}

/** The fixed text of a title; what is interpolated counts as one unknown character. */
function titleText(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return `${titleText(node.left) ?? "…"}${titleText(node.right) ?? "…"}`;
  return undefined;
}

/** True when an options object such as `{ skip: true }` keeps the test from running. */
function switchedOff(node: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some(
      (property) =>
        property.name !== undefined &&
        ts.isIdentifier(property.name) &&
        INACTIVE.has(property.name.text) &&
        !(
          ts.isPropertyAssignment(property) &&
          property.initializer.kind === ts.SyntaxKind.FalseKeyword
        ),
    )
  );
}

/** A test that really runs: not skipped, not left to do, not one that passes by failing. */
export interface RunningTest {
  /** Its fixed text; what is interpolated is one `…`. */
  readonly title: string;
  readonly line: number;
}

/** The tests that run, in the text of one test file. */
export function testsIn(file: string, source: string): readonly RunningTest[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: RunningTest[] = [];

  const visit = (node: ts.Node, active: boolean): void => {
    let inside = active;
    const called = ts.isCallExpression(node) ? calledName(node.expression) : undefined;
    if (ts.isCallExpression(node) && called) {
      const [first, ...rest] = node.arguments;
      const runs =
        active &&
        !called.modifiers.some((modifier) => INACTIVE.has(modifier)) &&
        !rest.some(switchedOff);
      if (SUITES.has(called.name)) inside = runs;
      const title = TESTS.has(called.name) ? titleText(first) : undefined;
      const hasBody = rest.some((argument) => !ts.isObjectLiteralExpression(argument));
      if (title !== undefined && runs && hasBody) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ title, line });
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };

  visit(tree, true);
  return found;
}

/** Citations in the text of one test file. */
export function citationsIn(file: string, source: string): readonly Citation[] {
  // Most files cite nothing, and need not be parsed.
  if (idsInTitle(source).length === 0) return [];
  return testsIn(file, source).flatMap(({ title, line }) =>
    idsInTitle(title).map((id) => ({ id, file, line, title })),
  );
}

/** Test files (`*.test.ts`) of the packages and of the test folder, relative to `root`. */
export function testFiles(root: string): readonly string[] {
  const folders = [
    ...readdirSync(join(root, "packages")).map((name) => join(root, "packages", name, "test")),
    join(root, "test"),
  ];
  return folders
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
          join(folder, name),
        );
      } catch {
        return [];
      }
    })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => relative(root, file).split(sep).join("/"))
    .sort();
}

/** All citations in the repository at `root`. */
export function collectCitations(root: string): readonly Citation[] {
  return testFiles(root).flatMap((file) =>
    citationsIn(file, readFileSync(join(root, file), "utf8")),
  );
}

/** The test files that cite one of `ids`. */
export function filesCiting(
  ids: readonly string[],
  citations: readonly Citation[],
): readonly string[] {
  return [...new Set(citations.filter(({ id }) => ids.includes(id)).map(({ file }) => file))];
}
