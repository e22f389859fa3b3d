import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** English that a user would read in every language: words in the sources that are neither a key of a text nor code. */

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const FOLDERS = ["packages/cli/web/src", "packages/midcall/app/src", "packages/midcall/src/react"];
/** The catalogues themselves, and what is read by developers or machines. */
const NOT_SHOWN = /\/(?:messages|question-messages|errors)(?:\.tsx?$|\/)/;
/** Two words. Of one alone it cannot be said whether it is shown. */
const WORDS = /[a-z] [a-z]/i;
/** Properties and arguments that are no texts. */
const CODE =
  /^(?:class|className|classes|id|href|rel|key|role|type|name|target|autoComplete|media|selector|query|sandbox|model)$/;
const CALLS =
  /(?:^|\.)(?:t|phrase|querySelector|querySelectorAll|closest|matches|matchMedia|addEventListener|removeEventListener|createElement|getElementById|setAttribute|getAttribute|postMessage|useMedia|split|join|startsWith|endsWith|includes|replace|request|notify|RegExp)$/;
/** Names that are the same in every language, and what no user reads. */
const KNOWN = new Set([
  "Ctrl + Enter",
  "midcall bridge",
  "midcall console",
  "Bearer …",
  "npx -y my-mcp-server",
  "midcall",
  "main h1",
  'main input[type="search"]',
  // What a server or a host is told, and developers.
  "written by hand",
  "The View could not answer.",
  "Spread getQuestionProps() on the element around the buttons of a question.",
]);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return filesOf(path);
    return /\.tsx?$/.test(one.name) ? [path] : [];
  });
}

/** Whether a string is an argument of such a call, a value of such a property, a type, or an address of a module. */
function isCode(node: ts.Node): boolean {
  for (let child = node, one = node.parent; one; child = one, one = one.parent) {
    if (ts.isImportDeclaration(one) || ts.isExportDeclaration(one) || ts.isTypeNode(one))
      return true;
    if (ts.isNewExpression(one) || ts.isThrowStatement(one)) return true;
    if (ts.isExpressionStatement(one) && one.expression === child) return true;
    if (ts.isCallExpression(one))
      return one.expression === child || CALLS.test(one.expression.getText());
    if (ts.isPropertyAssignment(one) || ts.isJsxAttribute(one)) {
      if (CODE.test(one.name.getText())) return true;
      if (child === one.name) return true;
    }
    if (ts.isSatisfiesExpression(one)) return true;
    if (ts.isElementAccessExpression(one) || ts.isCaseClause(one)) return true;
    if (ts.isBinaryExpression(one) && /^[!=]==$/.test(one.operatorToken.getText())) return true;
    if (ts.isBlock(one) || ts.isSourceFile(one)) return false;
  }
  return false;
}

/** The words of a file that are shown as they are. */
function shownWords(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      const text = node.text.trim();
      if (/[a-z]{2,}/i.test(text) && !KNOWN.has(text) && !isInCodeElement(node)) found.push(text);
    } else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const { text } = node;
      if (WORDS.test(text.trim()) && !KNOWN.has(text) && !isCode(node)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isInCodeElement = (node: ts.Node): boolean =>
  ts.isJsxElement(node.parent) &&
  /^(?:code|kbd)$/.test(node.parent.openingElement.tagName.getText());

describe.each(FOLDERS)("what %s shows", (folder) => {
  it("has no English of its own", () => {
    const files = filesOf(join(root, folder)).filter((path) => !NOT_SHOWN.test(path));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((path) =>
      shownWords(path, readFileSync(path, "utf8")).map(
        (words) => `${relative(root, path)}: ${words}`,
      ),
    );
    expect(found).toEqual([]);
  });
});

it("the search finds words in elements, in attributes and in tables", () => {
  const source = `const WAYS = { rule: "by a rule", good: t("by a program"), role: "not a text" };
    export const X = () => <p title="Not a key" className="two words">Hello <code>npx this</code></p>;`;
  expect(shownWords("x.tsx", source)).toEqual(["by a rule", "Not a key", "Hello"]);
});
